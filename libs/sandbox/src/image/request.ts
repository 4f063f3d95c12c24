import { readFile } from 'node:fs/promises';
import { GatewayError, type ImageInput, type ImageRequest, type JsonObject } from '#canonical';
import { type OutboundRequest } from '#egress';
import { IMAGE_CLIENTS } from '#wire';

/** What the sandbox is asked to draw. Throws where it cannot. */
export function readImageOptions({ url, body }: OutboundRequest): ImageRequest {
  const isEdit = url.pathname.endsWith('/images/edits');
  const client = IMAGE_CLIENTS[isEdit ? 'openai-image-edits' : 'openai-images'];
  const options = client.decodeRequest(body instanceof Uint8Array ? parse(body) : body, {});
  const { outputFormat = 'png' } = options;
  if (outputFormat === 'png' || outputFormat === 'auto') return options;
  throw new GatewayError('unsupported-parameter', 'The sandbox draws PNG files only.', {
    param: 'output_format',
  });
}

export async function readInputBytes(input: ImageInput): Promise<Buffer> {
  switch (input.kind) {
    case 'file':
      return readFile(input.file.path);
    case 'bytes':
      return Buffer.from(input.base64, 'base64');
    case 'url':
      throw new GatewayError(
        'unsupported-parameter',
        'The sandbox follows no links: send a data URL, or the file itself in a form.',
        { param: input.param },
      );
  }
}

function parse(body: Uint8Array): JsonObject {
  return JSON.parse(Buffer.from(body).toString('utf8')) as JsonObject;
}
