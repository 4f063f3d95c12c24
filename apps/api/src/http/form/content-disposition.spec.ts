import { describe, expect, it } from '@jest/globals';
import { parseContentDisposition } from './part-head.js';
import { measureCpuMs } from '../../../../../test/cpu-time/index.js';

const latin1 = (value: string): string => Buffer.from(value).toString('latin1');

describe('parseContentDisposition', () => {
  it.each([
    ['form-data; name="a"', { name: 'a' }],
    ['Form-Data;NAME=a;FileName=b.wav', { name: 'a', fileName: 'b.wav' }],
    ['form-data; name="a; filename=b"', { name: 'a; filename=b' }],
    ['form-data; other="; name=b"; name="a"', { name: 'a' }],
    ['form-data; name="a"; filename=""', { name: 'a', fileName: '' }],
    ['form-data; name="a\\"b\\\\c"', { name: 'a"b\\c' }],
    ['form-data; name="a"; filename="C:\\dir\\x.wav"', { name: 'a', fileName: 'C:\\dir\\x.wav' }],
    ['form-data; name="a%22%0D%0a%41"', { name: 'a"\r\n%41' }],
    [latin1('form-data; name="ä"; filename="漢.wav"'), { name: 'ä', fileName: '漢.wav' }],
    ["form-data; name=a; filename=x; filename*=UTF-8''na%C3%AFve.wav", { name: 'a', fileName: 'naïve.wav' }],
    ["form-data; name=a; filename=x; filename*=UTF-8''%FF", { name: 'a', fileName: 'x' }],
    ["form-data; name=a; filename=x; filename*=latin1''y", { name: 'a', fileName: 'x' }],
    ['form-data; name="a', { name: '' }],
    ['form-data', {}],
  ])('reads %j', (header, expected) => {
    expect(parseContentDisposition(header)).toEqual({ name: undefined, fileName: undefined, ...expected });
  });

  it.each(['', 'attachment; name=a', 'form-data-x; name=a', 'x; form-data; name=a'])(
    'does not read %j',
    (header) => {
      expect(parseContentDisposition(header)).toBeUndefined();
    },
  );

  it('parses malicious headers in linear time', () => {
    const cpuMs = measureCpuMs(() => {
      parseContentDisposition(`form-data; name="${'\\'.repeat(16_000)}`);
      parseContentDisposition(`form-data${'; a'.repeat(5_000)}`);
      parseContentDisposition(`form-data${';'.repeat(16_000)}${' '.repeat(16_000)}`);
    });
    expect(cpuMs).toBeLessThan(1_000);
  });
});
