import { describe, expect, it } from '@jest/globals';
import { GatewayError, type JsonObject, type UploadedFile } from '#canonical';
import { LINK, MINIMAL, PNG, SVG, file, getForm } from './__fixtures__/video-bodies.js';
import { decodeVideoGeneration, decodeVideosCreate } from './decode-video.js';

/** The invalid parameter, and the code if it is a special one. */
function getFault(decode: () => unknown): string {
  try {
    decode();
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return [error.param, error.code].filter((word) => word !== undefined).join(': ');
  }
  throw new Error('nothing was wrong');
}

describe('an invalid video request', () => {
  it.each<[JsonObject, string]>([
    [{ model: null }, 'model'],
    [{ model: '' }, 'model'],
    [{ model: 7 }, 'model'],
    [{ prompt: null }, 'prompt'],
    [{ prompt: ' \n' }, 'prompt'],
    [{ prompt: ['a'] }, 'prompt'],
    [{ prompt: 'a'.repeat(10_001) }, 'prompt'],
    [{ prompt: 'a\0b' }, 'prompt'],
    [{ prompt: 'half \ud83d' }, 'prompt'],
    [{ image: 7 }, 'image'],
    [{ image: '' }, 'image'],
    [{ image: 'no image!' }, 'image'],
    [{ image: 'https://' }, 'image'],
    [{ image: `https://example.com/${'a'.repeat(8_192)}` }, 'image'],
    [{ image: 'data:image/png;base64,%%%' }, 'image'],
    [{ image: `data:image/png;base64,${SVG}` }, 'image: invalid_file_format'],
    [{ image: SVG }, 'image: invalid_file_format'],
    [{ image: 'data:image/png;base64,' }, 'image: invalid_file_format'],
    [{ image: 'ftp://example.com/a.png' }, 'image: url_not_allowed'],
    [{ image: 'file:///etc/passwd' }, 'image: url_not_allowed'],
    [{ image: 'gopher://127.0.0.1' }, 'image: url_not_allowed'],
    [{ image: toBytes(20 * 2 ** 20 + 1) }, 'image'],
    [{ images: LINK }, 'images'],
    [{ images: [LINK, 7] }, 'images[1]'],
    [{ images: [LINK, 'javascript:alert(1)'] }, 'images[1]: url_not_allowed'],
    [{ images: Array.from({ length: 9 }, () => LINK) }, 'images'],
    [{ images: Array.from({ length: 8 }, () => LINK), image: LINK }, 'images'],
    [{ negative_prompt: 7 }, 'negative_prompt'],
    [{ negative_prompt: 'a'.repeat(10_001) }, 'negative_prompt'],
    [{ last_frame: LINK }, 'last_frame'],
    [{ last_frame: LINK, images: [LINK, LINK] }, 'last_frame'],
    [{ image: LINK, last_frame: 'ftp://example.com/a' }, 'last_frame: url_not_allowed'],
    [{ aspect_ratio: 'wide' }, 'aspect_ratio'],
    [{ aspect_ratio: '16:0' }, 'aspect_ratio'],
    [{ aspect_ratio: '9:16', size: '1280x720' }, 'aspect_ratio'],
    [{ input_reference: 7 }, 'input_reference'],
    [{ input_reference: {} }, 'input_reference.image_url'],
    [{ input_reference: { file_id: 'file-1' } }, 'input_reference.file_id'],
    [{ duration: 0 }, 'duration'],
    [{ duration: -1 }, 'duration'],
    [{ duration: 1e9 }, 'duration'],
    [{ duration: 600.1 }, 'duration'],
    [{ duration: Number.POSITIVE_INFINITY }, 'duration'],
    [{ duration: '5' }, 'duration'],
    [{ seconds: 'five' }, 'seconds'],
    [{ seconds: '-5' }, 'seconds'],
    [{ seconds: '0' }, 'seconds'],
    [{ seconds: '5', duration: 6 }, 'seconds'],
    [{ size: '0x0' }, 'size'],
    [{ size: '15x720' }, 'size'],
    [{ size: '8193x16' }, 'size'],
    [{ size: 'large' }, 'size'],
    [{ size: 1280 }, 'size'],
    [{ size: '1280x720', width: 1280, height: 721 }, 'size'],
    [{ width: 1280 }, 'height'],
    [{ height: 720 }, 'width'],
    [{ width: 15, height: 720 }, 'width'],
    [{ width: 1280, height: 8_193 }, 'height'],
    [{ width: 1280.5, height: 720 }, 'width'],
    [{ fps: 0 }, 'fps'],
    [{ fps: 121 }, 'fps'],
    [{ fps: 23.976 }, 'fps'],
    [{ fps: '24' }, 'fps'],
    [{ seed: -1 }, 'seed'],
    [{ seed: 2 ** 32 }, 'seed'],
    [{ seed: 2 ** 63 }, 'seed'],
    [{ n: 0 }, 'n'],
    [{ n: 2 }, 'n'],
    [{ n: '1' }, 'n'],
    [{ mode: 1 }, 'mode'],
    [{ mode: 'a'.repeat(257) }, 'mode'],
    [{ user: 'a\0' }, 'user'],
    [{ response_format: 'b64_json' }, 'response_format'],
    [{ metadata: 'x' }, 'metadata'],
    [{ metadata: ['x'] }, 'metadata'],
    [{ metadata: { x: 'a'.repeat(16 * 1024) } }, 'metadata'],
    [{ metadata: { x: ['\0'] } }, 'metadata'],
    [{ metadata: { '\0': 1 } }, 'metadata'],
    [{ metadata: nested(40) }, 'metadata'],
    [{ metadata: { api_key: 'k' } }, 'api_key: forbidden_field'],
    [{ webhook_url: 7 }, 'webhook_url'],
    [{ webhook_url: 'example.com' }, 'webhook_url'],
    [{ webhook_url: 'ftp://example.com' }, 'webhook_url'],
    [{ webhook_url: `https://example.com/${'a'.repeat(2_048)}` }, 'webhook_url'],
  ])('has the name of the parameter: %#', (wrong, fault) => {
    expect(getFault(() => decodeVideoGeneration({ ...MINIMAL, ...wrong }))).toBe(fault);
  });

  it.each<[Record<string, string | UploadedFile>, string]>([
    [{ image: file({ mediaType: 'application/octet-stream' }) }, 'image: invalid_file_format'],
    [{ image: file({ mediaType: 'image/bmp' }) }, 'image: invalid_file_format'],
    [{ image: file({ sizeBytes: 20 * 2 ** 20 + 1 }) }, 'image'],
    [{ input_reference: file({ mediaType: 'video/mp4' }) }, 'input_reference: invalid_file_format'],
    [{ 'images[0]': LINK, 'images[1]': 'nothing!' }, 'images[1]'],
    [{ images: '[7]' }, 'images[0]'],
    [{ images: '[' }, 'images'],
    [{ 'input_reference[file_id]': 'f' }, 'input_reference.file_id'],
    [{ 'input_reference[image_url]': 'data:,' }, 'input_reference.image_url: invalid_file_format'],
    [{ input_reference: '{"image_url":7}' }, 'input_reference.image_url'],
    [{ image: LINK, 'last_frame[0]': LINK, 'last_frame[1]': LINK }, 'last_frame'],
    [{ duration: 'five' }, 'duration'],
    [{ seed: '9223372036854775808' }, 'seed'],
    [{ metadata: '[]' }, 'metadata'],
    [{ prompt: file() }, 'prompt'],
    [{ api_base: 'http://127.0.0.1' }, 'api_base: forbidden_field'],
  ])('has the name of the form field: %#', (wrong, fault) => {
    expect(getFault(() => decodeVideoGeneration(getForm({ ...MINIMAL, ...wrong })))).toBe(fault);
  });

  it.each([
    [{ prompt: 'x' }, 'model'],
    [{ model: 'm' }, 'prompt'],
    [{ model: 'm', input_reference: { image_url: LINK } }, 'prompt'],
    [{ ...MINIMAL, seconds: 'long' }, 'seconds'],
    [{ ...MINIMAL, size: '720p' }, 'size'],
  ])('of the other format has the name of the parameter: %j', (body, param) => {
    expect(getFault(() => decodeVideosCreate(body))).toBe(param);
  });
});

function toBytes(sizeBytes: number): string {
  return Buffer.concat([Buffer.from(PNG, 'base64'), Buffer.alloc(sizeBytes)]).toString('base64');
}

function nested(depth: number): JsonObject {
  return depth === 0 ? {} : { x: nested(depth - 1) };
}
