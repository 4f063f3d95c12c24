import { fromBase64 } from '../workbench/base64.js';

export interface ImagesAnswer {
  data: readonly { b64_json?: string; revised_prompt?: string }[];
}

export interface MadeImage {
  file: File;
  /** What the service made of the prompt, where it says so. */
  revisedPrompt?: string;
}

/** How the kinds of images begin, in base64. */
const KINDS = [
  { beginning: 'iVBOR', extension: 'png', mediaType: 'image/png' },
  { beginning: '/9j/', extension: 'jpg', mediaType: 'image/jpeg' },
  { beginning: 'UklGR', extension: 'webp', mediaType: 'image/webp' },
  { beginning: 'R0lGO', extension: 'gif', mediaType: 'image/gif' },
] as const;

export function imagesIn({ data }: ImagesAnswer): MadeImage[] {
  return data.flatMap(({ b64_json: base64, revised_prompt: revisedPrompt }, index) =>
    base64 === undefined ? [] : [{ file: getFile(base64, index + 1), revisedPrompt }],
  );
}

function getFile(base64: string, number: number): File {
  const { extension, mediaType } = KINDS.find(({ beginning }) => base64.startsWith(beginning)) ?? KINDS[0];
  return new File([fromBase64(base64)], `image-${number}.${extension}`, { type: mediaType });
}
