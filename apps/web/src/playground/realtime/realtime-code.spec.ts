import { describe, expect, it } from '@jest/globals';
import { realtimeCode } from './realtime-code.js';

const SCRIPT = {
  options: {
    model: 'a b',
    modality: 'text',
    voice: '',
    instructions: "Don't shout.",
    transcriptionModel: '',
  },
  texts: ['Say "hi"', 'Bye'],
} as const;

describe('realtimeCode', () => {
  it('connects to the same model with the same settings, in TypeScript', () => {
    const code = realtimeCode.typescript(SCRIPT, 'https://gate.example');
    expect(code).toContain("'wss://gate.example/v1/realtime?model=a%20b'");
    expect(code).toContain(`const texts = ['Say "hi"', 'Bye'];`);
    expect(code).toContain(String.raw`instructions: 'Don\'t shout.'`);
    expect(code).toContain("'response.output_text.delta'");
  });

  it('connects to the same model with the same settings, in Python', () => {
    const code = realtimeCode.python(
      { ...SCRIPT, options: { ...SCRIPT.options, modality: 'audio' } },
      'http://gate.example',
    );
    expect(code).toContain('"ws://gate.example/v1/realtime?model=a%20b"');
    expect(code).toContain(String.raw`texts = ["Say \"hi\"", "Bye"]`);
    expect(code).toContain('"output_modalities": ["audio"]');
    expect(code).toContain('"response.output_audio_transcript.delta"');
  });
});
