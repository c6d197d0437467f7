import { paramsByName, requestBody } from "../call/call-values.ts";
import { callAddress, type SnippetCall } from "./snippet.ts";

/** The call as a Go program with its standard library alone. */
export function writeGo({ method, values, gateway, network }: SnippetCall): string | undefined {
  if (method.kind === "subscribe") return undefined;
  const body = requestBody(method.name, paramsByName(method, values));
  return `package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"strings"
)

func main() {
	body := ${goText(body)}
	response, err := http.Post(${goText(callAddress(gateway, network))}, "application/json", strings.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(answer))
}`;
}

/** A text of Go; between backquotes, which know no escapes, if JSON is in it. */
export function goText(text: string): string {
  return /^[^`\r]*"[^`\r]*$/.test(text) ? `\`${text}\`` : JSON.stringify(text);
}
