import { type Form, type UploadedFile } from '#canonical';

export const PNG = 'iVBORw0KGgoAAAANSUhEUg==';
export const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1]).toString('base64');
export const WEBP = Buffer.from('RIFF\0\0\0\0WEBPVP8 ').toString('base64');
export const GIF = Buffer.from('GIF89a..').toString('base64');
export const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
export const LINK = 'https://example.com/a.png';
export const MINIMAL = { model: 'm', prompt: 'a cat' };

export const file = (given: Partial<UploadedFile> = {}): UploadedFile => ({
  path: '/tmp/x',
  sizeBytes: 100,
  mediaType: 'image/png',
  ...given,
});

export const getForm = (members: Record<string, string | UploadedFile>): Form =>
  Object.entries(members).map(([name, content]) =>
    typeof content === 'string' ? { name, value: content } : { name, file: content },
  );

