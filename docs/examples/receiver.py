import hashlib, hmac, json, os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

secret_key = os.environ["SECRET_KEY"].encode()

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        signature = self.headers.get("X-Service-WebHook-Signature", "")
        expected = hmac.new(secret_key, body, hashlib.sha256).hexdigest()
        if hmac.compare_digest(expected.encode(), signature.encode()):
            result = json.loads(body)
            print(result["id"], result.get("file") or result["error"]["code"], flush=True)
            self.send_response(204)
        else:
            self.send_response(401)
        self.end_headers()

ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver).serve_forever()
