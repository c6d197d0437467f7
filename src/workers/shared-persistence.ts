import type { NetworkPersistence } from "../networks/network-change.ts";
import type { WorkerLink } from "./worker-link.ts";

/** Keeps run-time changes for all workers: a change is answered once every worker has read it. */
export function sharedPersistence(
  file: NetworkPersistence,
  link: Pick<WorkerLink, "announceChange" | "onChange">,
): NetworkPersistence {
  link.onChange(() => file.readNow());
  return {
    ...file,
    async save(id, change) {
      await file.save(id, change);
      await link.announceChange();
    },
  };
}
