import { type UpstreamFormat } from '../wire-format.js';
import { decodeResponse } from './decode-response.js';
import { CohereStreamDecoder } from './decode-stream.js';
import { encodeRequest } from './encode-request.js';

/** `POST /v2/chat` of Cohere. Only upstreams use this format. */
export const cohereChat: UpstreamFormat = {
  egress: { encodeRequest, decodeResponse, createStreamDecoder: () => new CohereStreamDecoder() },
};
