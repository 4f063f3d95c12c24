const TAG_HEAD_BYTES = 8;

/** The tags in a LIST chunk, if it is an INFO list; what is cut off is left out. */
export function readInfoTags(list: Buffer): Map<string, string> {
  const tags = new Map<string, string>();
  if (list.toString('latin1', 0, 4) !== 'INFO') return tags;
  let position = 4;
  while (position + TAG_HEAD_BYTES <= list.length) {
    const name = list.toString('latin1', position, position + 4);
    const sizeBytes = list.readUInt32LE(position + 4);
    const start = position + TAG_HEAD_BYTES;
    if (start + sizeBytes > list.length) break;
    tags.set(name, textOf(list.subarray(start, start + sizeBytes)));
    position = start + sizeBytes + (sizeBytes % 2);
  }
  return tags;
}

/** One zero ends the text; others would be the text's own. */
function textOf(content: Buffer): string {
  return content.toString('utf8', 0, content.at(-1) === 0 ? content.length - 1 : content.length);
}
