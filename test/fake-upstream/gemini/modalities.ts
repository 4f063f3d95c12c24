import { asFields, asList, isAbsent, type Fields } from '../fields.js';
import { Refused, type Path } from '../refused.js';
import { badField } from './bad-field.js';

type Modality = 'TEXT' | 'IMAGE' | 'AUDIO';

const VOICES = (
  'Zephyr Puck Charon Kore Fenrir Leda Orus Aoede Callirrhoe Autonoe Enceladus Iapetus Umbriel Algieba Despina ' +
  'Erinome Algenib Rasalgethi Laomedeia Achernar Alnilam Schedar Gacrux Pulcherrima Achird Zubenelgenubi ' +
  'Vindemiatrix Sadachbia Sadaltager Sulafat'
).split(' ');

/** The output modalities: as requested, or the defaults of the model's name. */
export function getModalities(model: string, request: Fields): readonly Modality[] {
  const asked = asList(asFields(request.generationConfig).responseModalities) as readonly Modality[];
  if (asked.length > 0) return asked;
  return /-image\b/.test(model) ? ['TEXT', 'IMAGE'] : ['TEXT'];
}

export function checkModalities(model: string, request: Fields): void {
  const modalities = getModalities(model, request);
  const isSpeaker = /-tts\b/.test(model);
  if (isSpeaker && (modalities.length > 1 || modalities[0] !== 'AUDIO')) {
    throw unsupported(model, modalities, 'AUDIO');
  }
  if (!modalities.includes('AUDIO')) return;
  if (modalities.length > 1) throw unsupported(model, modalities, 'AUDIO');
  checkSpeechConfig(asFields(asFields(request.generationConfig).speechConfig));
}

/** The voice of a request for speech; the first of several. */
export function getVoice(request: Fields): string {
  const { voiceConfig, multiSpeakerVoiceConfig } = asFields(asFields(request.generationConfig).speechConfig);
  const [speaker] = asList(asFields(multiSpeakerVoiceConfig).speakerVoiceConfigs);
  const config = asFields(voiceConfig ?? asFields(speaker).voiceConfig);
  return String(asFields(config.prebuiltVoiceConfig).voiceName);
}

function checkSpeechConfig({ voiceConfig, multiSpeakerVoiceConfig }: Fields): void {
  const path = ['generationConfig', 'speechConfig'];
  if (isAbsent(multiSpeakerVoiceConfig)) return checkVoice(asFields(voiceConfig), [...path, 'voiceConfig']);
  if (!isAbsent(voiceConfig)) throw badField(path, 'only one of the two kinds of voice config may be set.');
  const speakers = asList(asFields(multiSpeakerVoiceConfig).speakerVoiceConfigs).map(asFields);
  const speakersPath = [...path, 'multiSpeakerVoiceConfig', 'speakerVoiceConfigs'];
  if (speakers.length !== 2) throw badField(speakersPath, 'exactly two speakers are expected.');
  for (const [index, { speaker, voiceConfig: config }] of speakers.entries()) {
    if (!speaker) throw badField([...speakersPath, index, 'speaker'], 'missing field.');
    checkVoice(asFields(config), [...speakersPath, index, 'voiceConfig']);
  }
}

function checkVoice({ prebuiltVoiceConfig }: Fields, path: Path): void {
  const { voiceName } = asFields(prebuiltVoiceConfig);
  const namePath = [...path, 'prebuiltVoiceConfig', 'voiceName'];
  if (typeof voiceName !== 'string') throw badField(namePath, 'missing field.');
  if (VOICES.some((voice) => voice.toLowerCase() === voiceName.toLowerCase())) return;
  const message = `Voice name ${voiceName} is not supported. Allowed voice names are: ${VOICES.join(', ')}`;
  throw badField(namePath, message);
}

function unsupported(model: string, asked: readonly Modality[], accepted: Modality): Refused {
  return new Refused(
    `The requested combination of response modalities (${asked.join(', ')}) is not supported by the model. ` +
      `models/${model} accepts the following combination of response modalities:\n* ${accepted}\n`,
    { path: ['generationConfig', 'responseModalities'] },
  );
}
