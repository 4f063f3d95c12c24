import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Form, type FormEntry } from '#canonical';

/** Equal for two forms with the same parts. A repeated request has another boundary, and may have another order of parts. */
export async function digestForm(form: Form): Promise<Buffer> {
  const parts = await Promise.all(form.map(digestEntry));
  return Buffer.from(JSON.stringify(parts.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))));
}

async function digestEntry(entry: FormEntry): Promise<[name: string, kind: string, content: string]> {
  if ('value' in entry) return [entry.name, 'text', entry.value];
  const hash = createHash('sha256');
  await pipeline(createReadStream(entry.file.path), hash);
  return [entry.name, 'file', hash.digest('hex')];
}
