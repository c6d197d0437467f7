/** Every way to cut bytes in two, both ends included. */
export function* splitsOf(bytes: Buffer): Generator<[Buffer, Buffer]> {
  for (let split = 0; split <= bytes.length; split += 1)
    yield [bytes.subarray(0, split), bytes.subarray(split)];
}

/** Cuts bytes into chunks of a size, sharing their memory. */
export function chunksOf(bytes: Buffer, size: number): Buffer[] {
  const chunks: Buffer[] = [];
  for (let offset = 0; offset < bytes.length; offset += size)
    chunks.push(bytes.subarray(offset, offset + size));
  return chunks;
}

/** Whether `inner` is a window on the memory of `outer`. */
export function sharesMemory(inner: Buffer, outer: Buffer): boolean {
  return (
    inner.buffer === outer.buffer &&
    inner.byteOffset >= outer.byteOffset &&
    inner.byteOffset + inner.length <= outer.byteOffset + outer.length
  );
}
