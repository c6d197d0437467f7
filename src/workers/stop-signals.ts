/** Signals that stop a gateway. Started from a terminal, it also stops when that is closed. */
export function stopSignals(stopsOnHangup: boolean): readonly NodeJS.Signals[] {
  return stopsOnHangup ? ["SIGTERM", "SIGINT", "SIGHUP"] : ["SIGTERM", "SIGINT"];
}
