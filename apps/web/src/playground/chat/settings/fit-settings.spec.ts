import { describe, expect, it } from '@jest/globals';
import { type TakenInput } from '../../token/playground-model.js';
import { FORMATS } from '../formats/formats.js';
import { fitSettings, listControls, takesImages } from './fit-settings.js';
import { NO_SETTINGS } from './settings.js';

const buildModel = (takes: TakenInput) => ({ id: 'm', ownedBy: 'x', takes });

const REASONER = buildModel({
  refused: ['temperature', 'response_format'],
  efforts: ['low', 'high'],
  modalities: ['text'],
  maxOutputTokens: 4096,
});
const PLAIN = buildModel({ refused: ['tools', 'reasoning', 'reasoning_effort'], maxOutputTokens: 8192 });

describe('what can be set in the playground', () => {
  it('is all that the format has while nothing is known of the model', () => {
    const { parameters, efforts } = FORMATS.chat;
    const everything = { parameters, efforts, hasTools: true, hasSchema: true };
    expect(listControls(FORMATS.chat, [undefined])).toEqual(everything);
    expect(listControls(FORMATS.chat, [buildModel({})])).toEqual(everything);
  });

  it('is not what the model refuses', () => {
    const controls = listControls(FORMATS.chat, [REASONER]);
    expect(controls).toMatchObject({
      efforts: ['low', 'high'],
      hasTools: true,
      hasSchema: false,
      maxTokens: 4096,
    });
    expect(controls.parameters).not.toContain('temperature');
    expect(controls.parameters).toContain('topP');
    expect(listControls(FORMATS.chat, [PLAIN])).toMatchObject({ efforts: [], hasTools: false });
  });

  it('is what one of several models takes', () => {
    expect(listControls(FORMATS.chat, [REASONER, PLAIN])).toEqual({
      parameters: FORMATS.chat.parameters,
      efforts: ['low', 'high'],
      hasTools: true,
      hasSchema: true,
      maxTokens: 8192,
    });
    expect(listControls(FORMATS.chat, [REASONER, undefined])).not.toHaveProperty('maxTokens');
  });

  it('goes to a model without what it refuses, and within its limit', () => {
    const settings = {
      ...NO_SETTINGS,
      temperature: 1,
      topP: 0.5,
      effort: 'max' as const,
      maxTokens: 10_000,
      stop: ['x'],
      schema: {},
    };
    expect(fitSettings(settings, listControls(FORMATS.chat, [REASONER]))).toEqual({
      ...NO_SETTINGS,
      topP: 0.5,
      maxTokens: 4096,
      stop: ['x'],
    });
    expect(fitSettings(settings, listControls(FORMATS.chat, [undefined]))).toEqual(settings);
  });

  it('has images where every model takes them or is not known', () => {
    expect(takesImages([undefined, buildModel({}), buildModel({ modalities: ['text', 'image'] })])).toBe(
      true,
    );
    expect(takesImages([buildModel({}), REASONER])).toBe(false);
  });
});
