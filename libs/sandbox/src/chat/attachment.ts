import { readImageFacts } from '../image-facts.js';

/** Content of a message that is not text, as the sandbox describes it in its reply. */
export interface Attachment {
  description: string;
}

interface WirePart {
  type?: string;
  image_url?: { url?: unknown } | null;
  input_audio?: { data?: unknown; format?: unknown } | null;
  file?: { filename?: unknown; file_data?: unknown } | null;
}

export function readAttachments(value: unknown): Attachment[] {
  const part = value as WirePart | null;
  switch (part?.type) {
    case 'image_url':
      return [{ description: describeImage(asText(part.image_url?.url, '')) }];
    case 'input_audio':
      return [
        {
          description: `audio of format ${asText(part.input_audio?.format, 'unknown')}, ${describeSize(part.input_audio?.data)}`,
        },
      ];
    case 'file':
      return [
        {
          description: `the file ${asText(part.file?.filename, 'without a name')}, ${describeSize(part.file?.file_data)}`,
        },
      ];
    default:
      return [];
  }
}

/** The sandbox makes no network requests, so it does not load linked images. */
function describeImage(url: string): string {
  const data = /^data:[^,]*;base64,(.*)$/s.exec(url)?.[1];
  if (data === undefined) return 'a link to an image, which the sandbox does not download';
  const bytes = Buffer.from(data, 'base64');
  const facts = readImageFacts(bytes);
  if (facts === undefined) return `${formatBytes(bytes.length)} in an unknown image format`;
  return `a ${facts.type} image of ${facts.width}×${facts.height} pixels, ${formatBytes(bytes.length)}`;
}

function describeSize(data: unknown): string {
  const base64 = typeof data === 'string' ? data.replace(/^data:[^,]*,/, '') : '';
  return formatBytes(Buffer.byteLength(base64, 'base64'));
}

function formatBytes(count: number): string {
  return count < 1024 ? `${count} bytes` : `${Math.round(count / 1024)} kB`;
}

function asText(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback;
}
