import { type Form, type ImageRequest } from '#canonical';
import { type ImageResponseFormat } from '#providers';
import { IMAGE_CLIENTS, type ImageClient, retargetForm } from '#wire';
import { getJsonRequest } from '../get-json-request.js';

export type ImageClientFormat = keyof typeof IMAGE_CLIENTS;

/** A request for images as it came, and what it asks for. */
export interface ReceivedImages {
  readonly client: ImageClient;
  readonly asked: ImageRequest;
  /** For an upstream of the client's own format: as it came, but for the name of the model and `response_format`. */
  forward(upstreamModel: string, responseFormat: ImageResponseFormat): Uint8Array | Form;
}

export async function readImages(
  body: Buffer | Form,
  clientFormat: ImageClientFormat,
): Promise<ReceivedImages> {
  const client = IMAGE_CLIENTS[clientFormat];
  if (!Buffer.isBuffer(body) && clientFormat === 'openai-image-edits') return readForm(body, client);
  const request = await getJsonRequest(body);
  const asked = client.decodeRequest(request.json, {});
  return {
    client,
    asked,
    forward: (upstreamModel, responseFormat) =>
      request.edit({ model: upstreamModel, ...buildChange(asked, responseFormat) }),
  };
}

function readForm(form: Form, client: ImageClient): ReceivedImages {
  const asked = client.decodeRequest(form, {});
  return {
    client,
    asked,
    forward(upstreamModel, responseFormat) {
      const retargeted = retargetForm(form, upstreamModel);
      const change = buildChange(asked, responseFormat);
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
