import { type UpstreamFormat } from '../wire-format.js';
import { decodeResponse } from './decode-response.js';
import { ConverseStreamDecoder } from './decode-stream.js';
import { encodeRequest } from './encode-request.js';

/**
 * `POST /model/{id}/converse` and `/converse-stream` of Amazon Bedrock. Only upstreams use this format. Streams are
 * decoded from events that have the name of their frame and its payload as data.
 */
export const bedrockConverse: UpstreamFormat = {
  egress: {
    encodeRequest,
    decodeResponse,
    createStreamDecoder: () => new ConverseStreamDecoder(),
  },
  needsMediaBytes: true,
};
