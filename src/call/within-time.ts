/**
 * Settles as the promise does, or resolves with undefined after `ms`. Input that arrived while this process was busy is read first, so it is
 * in time. The timer does not keep the process alive.
 */
export async function withinTime<Value>(promise: Promise<Value>, ms: number): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => setImmediate(resolve, undefined), ms);
    timer.unref();
  });
  try {
    return await Promise.race([promise, end]);
  } finally {
    clearTimeout(timer);
  }
}
