import { readImageFacts } from '../image-facts.js';

/** Something in a message that is not text, in the words that the sandbox has for it. */
export interface Attachment {
  description: string;
}

interface WirePart {
  type?: string;
  image_url?: { url?: unknown } | null;
  input_audio?: { data?: unknown; format?: unknown } | null;
  file?: { filename?: unknown; file_data?: unknown } | null;
}

export function readAttachment(value: unknown): Attachment[] {
  const part = value as WirePart | null;
  switch (part?.type) {
    case 'image_url':
      return [{ description: describeImage(asText(part.image_url?.url, '')) }];
    case 'input_audio':
      return [
        {
          description: `a ${asText(part.input_audio?.format, 'mysterious')} recording of ${toSize(part.input_audio?.data)}`,
        },
      ];
    case 'file':
      return [
        {
          description: `a file named ${asText(part.file?.filename, 'nothing')} of ${toSize(part.file?.file_data)}`,
        },
      ];
    default:
      return [];
  }
}

/** Nothing leaves the machine, so an image that stands elsewhere stays unseen. */
function describeImage(url: string): string {
  const data = /^data:[^,]*;base64,(.*)$/s.exec(url)?.[1];
  if (data === undefined) return 'an image behind a link, which the sandbox does not follow';
  const bytes = Buffer.from(data, 'base64');
  const facts = readImageFacts(bytes);
  if (facts === undefined) return `something of ${inBytes(bytes.length)} that is not an image I know`;
  return `a ${facts.type} image of ${facts.width}×${facts.height} pixels, ${inBytes(bytes.length)}`;
}

function toSize(data: unknown): string {
  const base64 = typeof data === 'string' ? data.replace(/^data:[^,]*,/, '') : '';
  return inBytes(Buffer.byteLength(base64, 'base64'));
}

function inBytes(count: number): string {
  return count < 1024 ? `${count} bytes` : `${Math.round(count / 1024)} kB`;
}

function asText(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}
