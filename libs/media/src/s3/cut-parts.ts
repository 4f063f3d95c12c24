/**
 * Pieces of one size, but for the last, which may be smaller: some services want all parts of an upload to be equal.
 * At least one comes, even if it is empty. No more than one is held at a time.
 */
export async function* cutParts(
  source: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Uint8Array, void> {
  let chunks: Uint8Array[] = [];
  let length = 0;
  let isBegun = false;
  for await (const chunk of source) {
    let rest = chunk;
    while (length + rest.length >= partBytes) {
      const taken = partBytes - length;
      yield join([...chunks, rest.subarray(0, taken)]);
      isBegun = true;
      rest = rest.subarray(taken);
      chunks = [];
      length = 0;
    }
    if (rest.length > 0) chunks.push(rest);
    length += rest.length;
  }
  if (length > 0 || !isBegun) yield join(chunks);
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
}
