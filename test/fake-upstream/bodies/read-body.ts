import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { digestForm } from './digest-form.js';
import type { ReceivedBody } from './received-body.js';
import { ReceivedForm, type FormEntry } from './received-form.js';

export async function readBody(message: IncomingMessage, discardBodies = false): Promise<ReceivedBody> {
  const contentType = message.headers['content-type'] ?? '';
  const isForm = /^multipart\/form-data\b/i.test(contentType);
  if (isForm && discardBodies) return digestForm(message, contentType);
  const raw = await buffer(message);
  const form = isForm ? await parseForm(raw, contentType) : undefined;
  return { raw, sizeBytes: raw.length, sha256: toSha256(raw), ...(form && { form }) };
}

async function parseForm(raw: Buffer, contentType: string): Promise<ReceivedForm | undefined> {
  try {
    const data = await new Response(raw, { headers: { 'content-type': contentType } }).formData();
    return new ReceivedForm(await Promise.all([...data].map(([name, value]) => readEntry(name, value))));
  } catch {
    return undefined;
  }
}

async function readEntry(name: string, value: string | File): Promise<FormEntry> {
  if (typeof value === 'string') return { name, value };
  const bytes = Buffer.from(await value.arrayBuffer());
  return {
    name,
    filename: value.name,
    contentType: value.type,
    sizeBytes: bytes.length,
    sha256: toSha256(bytes),
    bytes,
  };
}

function toSha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
