import { type WireFormat } from '#wire';

/** A format, with the service side that these tests need. */
export interface SpokenFormat extends Pick<WireFormat, 'egress'> {
  ingress: Pick<WireFormat['ingress'], 'decodeRequest' | 'encodeResponse' | 'createStreamEncoder'>;
}
