import { type ImageFacts, type MadeImage } from '#canonical';
import { getImageSize, sniffMediaType } from '#media';
import { toBase64Head } from './image-head.js';

/** What can be seen of images whose maker says nothing of them. */
export function imageFacts([first]: readonly MadeImage[]): ImageFacts {
  if (first?.source.kind !== 'bytes') return {};
  const head = toBase64Head(first.source.base64);
  const size = getImageSize(head);
  return {
    size: size === undefined ? undefined : `${size.width}x${size.height}`,
    outputFormat: /^image\/(\w+)$/.exec(sniffMediaType(head) ?? '')?.[1],
  };
}
