package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
)

func receive(response http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	if err != nil {
		return
	}
	signature, _ := hex.DecodeString(request.Header.Get("X-Service-WebHook-Signature"))
	mac := hmac.New(sha256.New, []byte(os.Getenv("SECRET_KEY")))
	mac.Write(body)
	if !hmac.Equal(mac.Sum(nil), signature) {
		response.WriteHeader(http.StatusUnauthorized)
		return
	}
	var result struct {
		ID, File string
		Error    struct{ Code string }
	}
	if err := json.Unmarshal(body, &result); err != nil {
		response.WriteHeader(http.StatusBadRequest)
		return
	}
	log.Println(result.ID, result.File+result.Error.Code)
	response.WriteHeader(http.StatusNoContent)
}

func main() {
	http.HandleFunc("/", receive)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
