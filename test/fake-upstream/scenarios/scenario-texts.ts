/** The texts of scenarios, if they do not depend on the request. */
export const SCENARIO_TEXTS = {
  json: '{"answer":42}',
  reasoning: 'Réponse : 42 ✅',
  length: 'Det var en gang en svært lang historie om snø ❄️ og',
  filter: 'Først blander man “kjemikaliene” 🧪',
  cached: 'Det har jeg allerede lest 📚 på 日本語',
  unicode: 'Grüße "quoted" \\ tab\t 中文 😀 и 🚀 \u0007 नमस्ते 👩‍👩‍👧 ½\nsnø \u2028 end',
  refusal: 'Beklager 🙏, det kan jeg ikke hjelpe med.',
} as const;

/** The reasoning in scenarios that have some. */
export const SCENARIO_REASONING = 'Først 6 × 7 🤔, altså 42.';
