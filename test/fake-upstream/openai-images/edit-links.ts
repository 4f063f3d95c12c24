import { asFields, asList, isAbsent, type Fields } from '../fields.js';
import { toSha256 } from '../made-up/pseudo-random.js';
import { checkKnownFields } from '../openai/known-fields.js';
import { Refused, type Path } from '../refused.js';
import { checkList, checkObject, checkString, invalid, missing } from '../value-checks.js';
import type { Sources } from './answer.js';
import { getEditLimits, type Family } from './families.js';

const DATA_URL = /^data:image\/[a-z+]+;base64,/;

export function checkLinkedSources({ images, mask }: Fields, family: Family): void {
  const { max } = getEditLimits(family);
  checkList(images, ['images']);
  if (images.length === 0) throw missing(['images']);
  if (images.length > max) {
    const message = `array too long. Expected an array with maximum length ${max}.`;
    throw new Refused(message, { path: ['images'], code: 'array_above_max_length' });
  }
  for (const [index, image] of images.entries()) checkReference(image, ['images', index]);
  if (!isAbsent(mask)) checkReference(mask, ['mask']);
}

export function linkedSources({ images, mask }: Fields): Sources {
  return {
    sources: asList(images).map((image) => getDigest(asFields(image))),
    ...(!isAbsent(mask) && { mask: getDigest(asFields(mask)) }),
  };
}

function checkReference(reference: unknown, path: Path): void {
  checkObject(reference, path);
  checkKnownFields(reference, ['image_url', 'file_id'], path);
  if (!isAbsent(reference.file_id)) return checkString(reference.file_id, [...path, 'file_id']);
  checkString(reference.image_url, [...path, 'image_url']);
  if (DATA_URL.test(reference.image_url) || /^https?:\/\//.test(reference.image_url)) return;
  throw invalid([...path, 'image_url'], 'expected a link or a data URL of an image.');
}

/** For a data URL the hash of the image, otherwise that of its name. */
function getDigest({ image_url: url, file_id: id }: Fields): string {
  const name = String(id ?? url);
  return toSha256(
    DATA_URL.test(name) ? Buffer.from(name.replace(DATA_URL, ''), 'base64') : Buffer.from(name),
  );
}
