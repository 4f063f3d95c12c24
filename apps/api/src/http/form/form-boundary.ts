import { GatewayError } from '#canonical';
import { invalidMultipart } from './form-faults.js';

const MEDIA_TYPE = /^multipart\/form-data\s*(?:;|$)/i;
const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;"]*))/gi;
/** The characters and the length that RFC 2046 allows; a blank at the end would be lost. */
const WELL_FORMED = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

/** What stands between the parts, as the content type tells. */
export function formBoundary(contentType: string | undefined): string {
  if (contentType === undefined || !MEDIA_TYPE.test(contentType.trim())) {
    throw new GatewayError(
      'unsupported-media-type',
      'The request body must be a form (content-type: multipart/form-data).',
    );
  }
  const [first, ...others] = contentType.matchAll(BOUNDARY);
  const boundary = first?.[1] ?? first?.[2] ?? '';
  if (others.length > 0 || !WELL_FORMED.test(boundary)) {
    throw invalidMultipart(
      'The content type must name one boundary, of 1 to 70 letters, digits or the signs that RFC 2046 allows.',
    );
  }
  return boundary;
}
