import { type Form, type ImageRequest } from '#canonical';
import { type ImageResponseFormat } from '#providers';
import { IMAGE_CLIENTS, type ImageClient, type RequestFormatOf, retargetForm } from '#wire';
import { getJsonRequest } from '../get-json-request.js';

export type ImageClientFormat = RequestFormatOf<'images'>;

/** A request for images, and how it is forwarded. */
export interface DecodedImageRequest {
  readonly client: ImageClient;
  readonly decoded: ImageRequest;
  /** The body for an upstream of the same format: unchanged, except for the model and `response_format`. */
  buildForwardedBody(upstreamModel: string, responseFormat: ImageResponseFormat): Uint8Array | Form;
}

export async function decodeImageRequest(
  body: Buffer | Form,
  clientFormat: ImageClientFormat,
): Promise<DecodedImageRequest> {
  const client = IMAGE_CLIENTS[clientFormat];
  if (!Buffer.isBuffer(body) && clientFormat === 'openai-image-edits') return decodeForm(body, client);
  const request = await getJsonRequest(body);
  const decoded = client.decodeRequest(request.json, {});
  return {
    client,
    decoded,
    buildForwardedBody: (upstreamModel, responseFormat) =>
      request.edit({ model: upstreamModel, ...buildChange(decoded, responseFormat) }),
  };
}

function decodeForm(form: Form, client: ImageClient): DecodedImageRequest {
  const decoded = client.decodeRequest(form, {});
  return {
    client,
    decoded,
    buildForwardedBody(upstreamModel, responseFormat) {
      const retargeted = retargetForm(form, upstreamModel);
      const change = buildChange(decoded, responseFormat);
      if (!('response_format' in change)) return retargeted;
      const { response_format: value } = change;
      const others = retargeted.filter(({ name }) => name !== 'response_format');
      return value === undefined ? others : [...others, { name: 'response_format', value }];
    },
  };
}

function buildChange(
  { delivery }: ImageRequest,
  responseFormat: ImageResponseFormat,
): { response_format?: string | undefined } {
  switch (responseFormat) {
    case 'as-asked':
      return {};
    case 'never':
      return { response_format: undefined };
    case 'always':
      return { response_format: delivery === 'url' ? 'url' : 'b64_json' };
  }
}
