/**
 * Parts of one size, except the last, which may be smaller: some services require equal parts of an upload. There is
 * at least one part, even if it is empty. No more than one is in memory.
 */
export async function* cutParts(
  source: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Uint8Array, void> {
  let chunks: Uint8Array[] = [];
  let length = 0;
  let hasParts = false;
  for await (const chunk of source) {
    let rest = chunk;
    while (length + rest.length >= partBytes) {
      const taken = partBytes - length;
      yield join([...chunks, rest.subarray(0, taken)]);
      hasParts = true;
      rest = rest.subarray(taken);
      chunks = [];
      length = 0;
    }
    if (rest.length > 0) chunks.push(rest);
    length += rest.length;
  }
  if (length > 0 || !hasParts) yield join(chunks);
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
}
