import { type ImageFacts, type MadeImage } from '#canonical';
import { imageSizeOf, sniffMediaType } from '#media';
import { headOfBase64 } from './picture-head.js';

/** What can be seen of pictures whose maker says nothing of them. */
export function pictureFacts([first]: readonly MadeImage[]): ImageFacts {
  if (first?.source.kind !== 'bytes') return {};
  const head = headOfBase64(first.source.base64);
  const size = imageSizeOf(head);
  return {
    size: size === undefined ? undefined : `${size.width}x${size.height}`,
    outputFormat: /^image\/(\w+)$/.exec(sniffMediaType(head) ?? '')?.[1],
  };
}
