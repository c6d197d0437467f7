import { paramsByName, requestBody } from "../call/call-values.ts";
import { callAddress, type SnippetCall } from "./snippet.ts";

/** The call as a Rust program with ureq, the smallest HTTP client (`cargo add ureq`). */
export function writeRust({ method, values, gateway, network }: SnippetCall): string | undefined {
  if (method.kind === "subscribe") return undefined;
  const body = requestBody(method.name, paramsByName(method, values));
  return `// cargo add ureq
fn main() -> Result<(), ureq::Error> {
    let body = ${rustText(body)};
    let mut response = ureq::post(${rustText(callAddress(gateway, network))})
        .header("content-type", "application/json")
        .send(body)?;
    println!("{}", response.body_mut().read_to_string()?);
    Ok(())
}`;
}

/** A Rust raw string, delimited by as many # as its text requires. Raw strings cannot contain carriage returns. */
export function rustText(text: string): string {
  if (text.includes("\r") || !/["\\]/.test(text))
    return `"${text.replace(/[\\"]/g, "\\$&").replaceAll("\r", "\\r")}"`;
  const longest = Math.max(...[...text.matchAll(/"(#*)/g)].map(([, marks = ""]) => marks.length), 0);
  const marks = "#".repeat(longest + 1);
  return `r${marks}"${text}"${marks}`;
}
