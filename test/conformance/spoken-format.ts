import { type WireFormat } from '#wire';

/** A format with what the laws need of its other side. */
export interface SpokenFormat extends Pick<WireFormat, 'egress'> {
  ingress: Pick<WireFormat['ingress'], 'decodeRequest' | 'encodeResponse' | 'createStreamEncoder'>;
}
