import type { ParamCondition } from "../../contract/param-description.ts";
import { meetsCondition } from "../../contract/refusals.ts";
import type { ParamFaults } from "../../rpc/invalid-params.ts";
import { truncate } from "../../text/wording.ts";
import type { RawValues } from "./bound-params.ts";
import type { MethodIndex } from "./method-index.ts";

/** Longest path into a parameter's value that a message names. */
const maxPathShown = 120;

/** Checks each parameter, then the rules that span several of them. */
export function checkParams(methodIndex: MethodIndex, rawValues: RawValues, faults: ParamFaults): void {
  checkValues(methodIndex, rawValues, faults);
  checkGroups(methodIndex, rawValues, faults);
  const { refuses } = methodIndex.method;
  if (refuses === undefined) return;
  for (const { when, message } of refuses) {
    const isMet = ([name, condition]: readonly [string, ParamCondition]) =>
      meetsCondition(rawValues[methodIndex.indexByName.get(name) ?? -1], condition);
    const named = Object.entries(when);
    if (named.every(isMet)) faults.add(named.map(([name]) => name).join(", "), () => message);
  }
}

function checkValues(methodIndex: MethodIndex, rawValues: RawValues, faults: ParamFaults): void {
  let index = -1;
  for (const param of methodIndex.method.params) {
    index += 1;
    const raw = rawValues[index];
    if (raw === undefined) {
      if (param.required) faults.add(param.name, () => `is missing; expected ${param.expected}`);
      continue;
    }
    if (param.uint64 !== undefined) {
      if (!isUint64Between(raw, param.uint64.minimum, param.uint64.maximum))
        faults.add(param.name, () => `must be ${param.expected}, got ${truncate(raw)}`);
      continue;
    }
    const value = parsedValue(raw);
    const valueFaults = param.validate(value);
    if (valueFaults === null) continue;
    if (index === methodIndex.commitmentIndex && isIgnoredCommitment(methodIndex, value)) continue;
    for (const { path, message } of valueFaults)
      faults.add(truncate(`${param.name}${path}`, maxPathShown), () => message);
  }
}

/** Commitments of web3.js 1.x. Nodes ignore an unknown commitment, unless the object holds nothing else. */
const oldCommitments: readonly unknown[] = ["recent", "single", "singleGossip", "root", "max"];

function isIgnoredCommitment({ method }: MethodIndex, value: unknown): boolean {
  return (
    method.config?.bare === false &&
    method.commitment?.field === "commitment" &&
    oldCommitments.includes(value)
  );
}

function checkGroups(methodIndex: MethodIndex, rawValues: RawValues, faults: ParamFaults): void {
  const { exactlyOneOf, atLeastOneOf } = methodIndex.method;
  const givenOf = (group: readonly string[]) =>
    group.filter((param) => rawValues[methodIndex.indexByName.get(param) ?? -1] !== undefined);
  if (exactlyOneOf !== undefined) {
    const count = givenOf(exactlyOneOf).length;
    const got = count === 0 ? "none" : count;
    if (count !== 1)
      faults.add(exactlyOneOf.join(", "), () => `are alternatives: give exactly one, got ${got}`);
  }
  if (atLeastOneOf !== undefined && givenOf(atLeastOneOf).length === 0)
    faults.add(atLeastOneOf.join(", "), () => "are alternatives: give at least one, got none");
}

/** Parses a parameter. Most are plain strings, for which cutting off the quotes is cheaper. */
function parsedValue(raw: string): unknown {
  if (raw.charCodeAt(0) === 0x22 && !raw.includes("\\")) return raw.slice(1, -1);
  return JSON.parse(raw);
}

/** Checks the digits, because the ledger refuses 1.0 and 1e2, and a double can't hold all 64 bits. */
function isUint64Between(raw: string, minimum: bigint, maximum: bigint): boolean {
  if (raw.length > 20) return false;
  for (let index = 0; index < raw.length; index += 1) {
    const code = raw.charCodeAt(index);
    if (code < 0x30 || code > 0x39) return false;
  }
  if (raw.length < 16) {
    const value = Number(raw);
    return value >= minimum && value <= maximum;
  }
  const value = BigInt(raw);
  return value >= minimum && value <= maximum;
}
