import { cutArray, cutObject } from "../../../src/json/cut-text.ts";

/** What a JSON-RPC error says, its `data` as raw text. */
export interface AnswerError {
  readonly code: string;
  readonly message: string;
  readonly data: string | undefined;
  /** What was wrong with parameters, if the gateway found it. */
  readonly faults: readonly { readonly param: string; readonly message: string }[];
}

/** A response by its parts; every value is raw text, cut out and never parsed. */
export interface AnswerParts {
  readonly result: string | undefined;
  readonly error: AnswerError | undefined;
}

/** Cuts a response; undefined when it is not one. */
export function readAnswer(text: string): AnswerParts | undefined {
  const members = membersOf(text);
  if (members === undefined) return undefined;
  const error = members.get("error");
  const result = members.get("result");
  if (error === undefined && result === undefined) return undefined;
  return { result, error: error === undefined ? undefined : readError(error) };
}

/** The networks of an answer to `all`, each with its raw value or its error. */
export function readNetworks(result: string): readonly (AnswerParts & { readonly network: string })[] {
  return [...(membersOf(result) ?? [])].map(([network, value]) => {
    const inner = membersOf(value);
    const error = inner?.size === 1 ? inner.get("error") : undefined;
    return {
      network,
      result: error === undefined ? value : undefined,
      error: error === undefined ? undefined : readError(error),
    };
  });
}

function readError(error: string): AnswerError {
  const members = membersOf(error) ?? new Map<string, string>();
  const data = members.get("data");
  return {
    code: members.get("code") ?? "?",
    message: textOf(members.get("message")) ?? "The error has no message.",
    data,
    faults: readFaults(data),
  };
}

function readFaults(data: string | undefined): { param: string; message: string }[] {
  const faults = data === undefined ? undefined : membersOf(data)?.get("faults");
  if (faults === undefined || !faults.startsWith("[")) return [];
  return cutArray(faults).flatMap((fault) => {
    const members = membersOf(fault);
    const message = textOf(members?.get("message"));
    return message === undefined ? [] : [{ param: textOf(members?.get("param")) ?? "", message }];
  });
}

function membersOf(text: string): Map<string, string> | undefined {
  try {
    return new Map(cutObject(text));
  } catch {
    // No object, or no JSON at all: there is nothing to take apart, and the text is shown as it is.
    return undefined;
  }
}

function textOf(raw: string | undefined): string | undefined {
  return raw?.startsWith('"') ? (JSON.parse(raw) as string) : undefined;
}
