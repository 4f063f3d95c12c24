import { describe, expect, it } from '@jest/globals';
import { readOutputText, countOutputBytes } from './output-text.js';

describe('the output text of an event', () => {
  it.each([
    ['{"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}', ''],
    ['{"choices":[{"index":0,"delta":{"content":"Hello"}}]}', 'Hello'],
    ['{"choices":[{"delta":{"reasoning_content": "so"}},{"delta":{"content":"and"}}]}', 'soand'],
    ['{"choices":[{"delta":{"tool_calls":[{"function":{"arguments":"{\\"a\\":1}"}}]}}]}', '{\\"a\\":1}'],
    ['{"choices":[],"usage":{"completion_tokens":5}}', ''],
    [
      '{"type":"content_block_delta","delta":{"type":"text_delta","text":"a \\"text\\":\\"b\\\\"}}',
      'a \\"text\\":\\"b\\\\',
    ],
    ['{"type":"content_block_delta","delta":{"type":"input_json_delta","partial_json":"{"}}', '{'],
    ['{"type":"response.output_text.delta","delta":"Grüße"}', 'Grüße'],
    ['{"type":"response.output_text.done","text":"Grüße"}', ''],
    ['{"candidates":[{"content":{"parts":[{"text":"Hi"}]}}]}', 'Hi'],
    ['[DONE]', ''],
    ['{"delta":"torn', 'torn'],
  ])('%s', (data, spoken) => {
    expect(countOutputBytes(data)).toBe(Buffer.byteLength(spoken));
  });

  it('is read without escapes, also if it is truncated', () => {
    expect(readOutputText('{"delta":{"content":"a\\n\\u00fc\\""}}')).toBe('a\nü"');
    expect(readOutputText('{"delta":"torn \\u00')).toBe('torn \\u00');
    expect(readOutputText('{"type":"response.output_text.done","text":"again"}')).toBe('');
  });
});
