<?php
$body = file_get_contents('php://input');
$signature = $_SERVER['HTTP_X_SERVICE_WEBHOOK_SIGNATURE'] ?? '';
if (!hash_equals(hash_hmac('sha256', $body, getenv('SECRET_KEY')), $signature)) {
    http_response_code(401);
    exit;
}
$result = json_decode($body, true);
error_log($result['id'] . ' ' . ($result['file'] ?? $result['error']['code']));
http_response_code(204);
