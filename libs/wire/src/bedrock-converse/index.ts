import { type UpstreamFormat } from '../wire-format.js';
import { decodeResponse } from './decode-response.js';
import { ConverseStreamDecoder } from './decode-stream.js';
import { encodeRequest } from './encode-request.js';

/**
 * `POST /model/{id}/converse` and `/converse-stream` of Amazon Bedrock, in which no client asks. Streams are read as events
 * whose name is that of their frame and whose data is its payload.
 */
export const bedrockConverse: UpstreamFormat = {
  egress: {
    encodeRequest,
    decodeResponse,
    createStreamDecoder: () => new ConverseStreamDecoder(),
  },
  needsMediaBytes: true,
};
