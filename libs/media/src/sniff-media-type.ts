import { sniffIsoMedia } from './sniff-iso-media.js';
import { sniffMatroska } from './sniff-matroska.js';
import { sniffMpegAudio } from './sniff-mpeg-audio.js';

/** The bytes at some offsets, as Latin-1. */
type Signature = Readonly<Record<number, string>>;

/** Types with fixed bytes at fixed offsets; the first match is used. */
const SIGNATURES: readonly (readonly [string, Signature])[] = [
  ['image/png', { 0: '\u0089PNG\r\n\u001a\n' }],
  ['image/jpeg', { 0: '\u00ff\u00d8\u00ff' }],
  ['image/gif', { 0: 'GIF87a' }],
  ['image/gif', { 0: 'GIF89a' }],
  ['image/webp', { 0: 'RIFF', 8: 'WEBP' }],
  // The two letters alone are the start of many texts.
  ['image/bmp', { 0: 'BM', 6: '\0\0\0\0' }],
  ['image/tiff', { 0: 'II*\0' }],
  ['image/tiff', { 0: 'MM\0*' }],
  ['image/tiff', { 0: 'II+\0' }],
  ['image/tiff', { 0: 'MM\0+' }],
  ['audio/wav', { 0: 'RIFF', 8: 'WAVE' }],
  ['audio/wav', { 0: 'RF64', 8: 'WAVE' }],
  ['video/x-msvideo', { 0: 'RIFF', 8: 'AVI ' }],
  ['audio/flac', { 0: 'fLaC' }],
  ['video/ogg', { 0: 'OggS', 28: '\u0080theora' }],
  ['audio/ogg', { 0: 'OggS\0' }],
  ['video/mpeg', { 0: '\0\0\u0001\u00ba' }],
  ['video/mpeg', { 0: '\0\0\u0001\u00b3' }],
  // All packets of a transport stream start with the same byte.
  ['video/mp2t', { 0: 'G', 188: 'G', 376: 'G' }],
  ['audio/mpeg', { 0: 'ID3\u0002' }],
  ['audio/mpeg', { 0: 'ID3\u0003' }],
  ['audio/mpeg', { 0: 'ID3\u0004' }],
];

/**
 * The type of a file by its first bytes, independent of its name and declared type; undefined if it is not recognized. A
 * few hundred bytes are enough, but a WebM file with audio only is recognized as such only if they include its
 * tracks.
 */
export function sniffMediaType(firstBytes: Uint8Array): string | undefined {
  const bytes = Buffer.from(firstBytes.buffer, firstBytes.byteOffset, firstBytes.length);
  const [fixedType] = SIGNATURES.find(([, signature]) => matches(bytes, signature)) ?? [];
  return fixedType ?? sniffIsoMedia(bytes) ?? sniffMatroska(bytes) ?? sniffMpegAudio(bytes);
}

function matches(bytes: Buffer, signature: Signature): boolean {
  return Object.entries(signature).every(([at, text]) => {
    const from = Number(at);
    return bytes.toString('latin1', from, from + text.length) === text;
  });
}
