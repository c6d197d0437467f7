import { member } from "../json/cut-members.ts";
import { RawJson } from "../json/raw-json.ts";
import type { Notification } from "../subscriptions/feed/notification.ts";

/** The payload of a notification, for readers inside the gateway. */
export function notifiedPayload({ body }: Notification): RawJson | undefined {
  const params = member(RawJson.fromBytes(body), "params");
  return params === undefined ? undefined : member(params, "result");
}
