/** A voice of Gemini for each of OpenAI's that is most like it. */
const VOICES: Readonly<Record<string, string>> = {
  alloy: 'Kore',
  ash: 'Orus',
  ballad: 'Algieba',
  cedar: 'Charon',
  coral: 'Aoede',
  echo: 'Puck',
  fable: 'Sadaltager',
  marin: 'Sulafat',
  nova: 'Zephyr',
  onyx: 'Algenib',
  sage: 'Vindemiatrix',
  shimmer: 'Leda',
  verse: 'Fenrir',
};

/** Every other name is the service's own, or one that it will refuse. */
export function geminiVoice(voice: string): string {
  const name = voice.toLowerCase();
  return Object.hasOwn(VOICES, name) ? (VOICES[name] ?? voice) : voice;
}
