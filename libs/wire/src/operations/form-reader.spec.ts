import { type Form, type FormEntry, type GatewayError, type UploadedFile } from '#canonical';
import { describe, expect, it } from '@jest/globals';
import { FormReader } from './form-reader.js';

const text = (name: string, value: string): FormEntry => ({ name, value });
const upload = (fileName: string): UploadedFile => ({
  path: `/spool/${fileName}`,
  sizeBytes: 3,
  fileName,
  mediaType: 'audio/wav',
});
const file = (name: string, fileName = 'a.wav'): FormEntry => ({ name, file: upload(fileName) });
const read = (...form: Form): FormReader => new FormReader(form);

describe('FormReader', () => {
  it('reads single values, and treats an empty one as absent', () => {
    const form = read(
      text('a', 'x'),
      text('b', ''),
      text('n', ' -1.5e1 '),
      text('yes', 'True'),
      text('no', '0'),
    );
    expect(form.string('a')).toBe('x');
    expect(form.string('b')).toBeUndefined();
    expect(form.has('b')).toBe(false);
    expect(form.number('n')).toBe(-15);
    expect(form.boolean('yes')).toBe(true);
    expect(form.boolean('no')).toBe(false);
    expect(form.boolean('absent')).toBeUndefined();
    expect(form.oneOf('a', ['x', 'y'])).toBe('x');
  });

  it.each<[string, Form]>([
    ['bracketed', [text('l[]', 'a'), text('l[]', 'b')]],
    ['repeated', [text('l', 'a'), text('l', 'b')]],
    ['indexed', [text('l[0]', 'a'), text('l[1]', 'b')]],
    ['JSON', [text('l', '["a","b"]')]],
  ])('reads lists that are %s', (_how, form) => {
    expect(read(...form).list('l')).toEqual(['a', 'b']);
    expect(read(...form).listOf('l', ['a', 'b', 'c'])).toEqual(['a', 'b']);
  });

  it('accepts one value as a list of one', () => {
    expect(read(text('l', 'a')).list('l')).toEqual(['a']);
    expect(read().list('l')).toBeUndefined();
  });

  it.each<[string, Form]>([
    ['bracketed', [text('o[type]', 'server_vad'), text('o[threshold]', '0.5')]],
    ['JSON', [text('o', '{"type":"server_vad","threshold":"0.5"}')]],
  ])('reads objects that are %s', (_how, form) => {
    expect(read(...form).object('o')).toEqual({ type: 'server_vad', threshold: '0.5' });
  });

  it('does not change the prototype of objects', () => {
    const object = read(text('o[__proto__]', 'x')).object('o') ?? {};
    expect(Object.getPrototypeOf(Object.getPrototypeOf(object))).toBeNull();
    expect(object).not.toHaveProperty('x');
    expect(Object.keys(object)).toEqual(['__proto__']);
  });

  it('reads files in all notations, in their order', () => {
    const form = read(file('image[]', '1.png'), file('image', '2.png'), file('image[2]', '3.png'));
    expect(form.files('image').map(({ fileName }) => fileName)).toEqual(['1.png', '2.png', '3.png']);
    expect(form.files('mask')).toEqual([]);
  });

  it('collects unknown fields', () => {
    const form = read(text('model', 'm'), text('include[]', 'a'), text('include[]', 'b'), text('x[k]', 'v'));
    expect(form.extensions(new Set(['model']))).toEqual({ extensions: { include: ['a', 'b'], x: 'v' } });
    expect(read(text('model', 'm')).extensions(new Set(['model']))).toEqual({});
  });

  it.each<[string, (form: FormReader) => unknown, Form, Partial<GatewayError>]>([
    ['a missing value', (form) => form.requiredString('x'), [], { kind: 'missing-parameter' }],
    [
      'an empty one that is required',
      (form) => form.requiredString('x'),
      [text('x', '')],
      { kind: 'missing-parameter' },
    ],
    ['a value that is given twice', (form) => form.string('x'), [text('x', 'a'), text('x', 'a')], {}],
    [
      'a list where one value is due',
      (form) => form.string('x'),
      [text('x[]', 'a')],
      { kind: 'invalid-type' },
    ],
    ['a file where text is due', (form) => form.string('x'), [file('x')], { kind: 'invalid-type' }],
    ['text where a file is due', (form) => form.files('x'), [text('x', 'a')], { kind: 'invalid-type' }],
    ['a missing file', (form) => form.requiredFile('x'), [], { kind: 'missing-parameter' }],
    ['two files', (form) => form.requiredFile('x'), [file('x'), file('x')], { kind: 'invalid-value' }],
    ['no number', (form) => form.number('x'), [text('x', 'NaN')], { kind: 'invalid-type' }],
    ['a number of another base', (form) => form.number('x'), [text('x', '0x10')], { kind: 'invalid-type' }],
    ['a small number', (form) => form.number('x', { min: 1 }), [text('x', '0')], { kind: 'invalid-value' }],
    ['a large number', (form) => form.number('x', { max: 1 }), [text('x', '1e9')], { kind: 'invalid-value' }],
    ['a broken number', (form) => form.integer('x'), [text('x', '1.5')], { kind: 'invalid-type' }],
    ['no boolean', (form) => form.boolean('x'), [text('x', 'yes')], { kind: 'invalid-type' }],
    ['an unknown word', (form) => form.oneOf('x', ['a']), [text('x', 'b')], { kind: 'invalid-value' }],
    ['an unknown word in a list', (form) => form.listOf('x', ['a']), [text('x[]', 'b')], {}],
    [
      'an object where a list is due',
      (form) => form.list('x'),
      [text('x[a]', 'b')],
      { kind: 'invalid-type' },
    ],
    [
      'a list where an object is due',
      (form) => form.object('x'),
      [text('x[]', 'b')],
      { kind: 'invalid-type' },
    ],
    ['JSON that is no object', (form) => form.object('x'), [text('x', '[1]')], { kind: 'invalid-type' }],
    ['broken JSON', (form) => form.object('x'), [text('x', '{')], { kind: 'invalid-value' }],
  ])('names the field of %s', (_what, use, form, fault) => {
    const found = getFault(() => use(read(...form)));
    expect(found).toMatchObject({ name: 'GatewayError', param: 'x', ...fault });
  });

  it('names the list element that is not text', () => {
    expect(getFault(() => read(text('x', '["a",1]')).list('x'))).toMatchObject({ param: 'x[1]' });
  });

  it('rejects routing fields', () => {
    expect(getFault(() => read(text('extra_headers[a]', 'b')))).toMatchObject({
      param: 'extra_headers',
      code: 'forbidden_field',
    });
  });
});

function getFault(use: () => unknown): unknown {
  try {
    use();
  } catch (error) {
    return error;
  }
  return undefined;
}
