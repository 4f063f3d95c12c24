import { type Form, type ImageInput, type ImageRequest } from '#canonical';
import { readDataUrl } from '../openai-dialect/data-url.js';
import { missing, unsupported, wrongValue } from '../openai-dialect/faults.js';
import { type RequestObject } from '../openai-dialect/request-object.js';
import { parseFieldName } from '../operations/field-name.js';
import { type FormReader } from '../operations/form-reader.js';

type EditInputs = Pick<ImageRequest, 'images' | 'mask'>;

const MAX_IMAGES = 16;
const FILE_FIELDS = new Set(['image', 'mask']);

/** The images of a form are files. */
export function decodeFormInputs(reader: FormReader): EditInputs {
  const files = reader.files('image');
  checkCount(files.length, 'image');
  return {
    images: files.map((file, index) => ({
      kind: 'file',
      param: files.length === 1 ? 'image' : `image[${index}]`,
      file,
    })),
    ...(reader.has('mask')
      ? { mask: { kind: 'file', param: 'mask', file: reader.requiredFile('mask') } }
      : {}),
  };
}

/** A further file says more about what is wanted than a service of another kind could be told. */
export function foreignFile(form: Form): Pick<ImageRequest, 'onlyNative'> {
  const stranger = form.find((entry) => 'file' in entry && !FILE_FIELDS.has(parseFieldName(entry.name).base));
  if (stranger === undefined) return {};
  return { onlyNative: { param: stranger.name, reason: 'the upstream has no use for such a file' } };
}

/** The images of a JSON document are links, or stand in it. */
export function decodeJsonInputs(members: RequestObject): EditInputs {
  const images = members.requiredObjects('images');
  checkCount(images.length, 'images');
  const mask = members.object('mask');
  return {
    images: images.map(decodeReference),
    ...(mask === undefined ? {} : { mask: decodeReference(mask) }),
  };
}

function checkCount(count: number, param: string): void {
  if (count === 0) throw missing(param);
  if (count > MAX_IMAGES) throw wrongValue(param, `must be at most ${MAX_IMAGES} images`);
}

function decodeReference(reference: RequestObject): ImageInput {
  if (reference.has('file_id')) {
    throw unsupported(
      reference.getPath('file_id'),
      'is not supported: no files are kept here; send image_url, or the file itself in a form',
    );
  }
  const url = reference.requiredString('image_url');
  const param = reference.getPath('image_url');
  if (/^data:/i.test(url)) {
    const source = readDataUrl(url);
    if (source === undefined) throw wrongValue(param, 'is not a valid data URL');
    return { ...source, param };
  }
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw wrongValue(param, 'must be a link (http or https) or a data URL');
  return { kind: 'url', url, param };
}
