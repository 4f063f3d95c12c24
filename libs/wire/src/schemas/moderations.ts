import { MODERATION_CATEGORIES } from '#canonical';
import { type Schema, boundedText, constant, either, list, number, object, text, truth } from './schema.js';

const MAX_TEXT_LENGTH = 1_000_000;

const part = either([
  object({ type: constant('text'), text: boundedText('The text.', { min: 1, max: MAX_TEXT_LENGTH }) }),
  object({
    type: constant('image_url'),
    image_url: object({ url: text('An http or https link, or a data URL of an image.', { minLength: 1 }) }),
  }),
]);

const perCategory = (value: Schema, description: string): Schema =>
  object(Object.fromEntries(MODERATION_CATEGORIES.map((category) => [category, value])), {}, description);

export const MODERATIONS: Readonly<Record<string, Schema>> = {
  ModerationsRequest: object(
    {
      input: either(
        [
          boundedText('One text.', { min: 1, max: MAX_TEXT_LENGTH }),
          list(
            boundedText('A text.', { min: 1, max: MAX_TEXT_LENGTH }),
            'Several texts, each judged for itself.',
            {
              min: 1,
              max: 1000,
            },
          ),
          list(part, 'Texts and images that are judged together.', { min: 1, max: 1000 }),
        ],
        'What to judge.',
      ),
    },
    { model: boundedText('The name of the model. The gateway has a default.', { min: 1, max: 256 }) },
  ),
  ModerationsResponse: object({
    id: text('The id of the answer.'),
    model: text('The model.'),
    results: list(
      object({
        flagged: truth('Whether anything was found.'),
        categories: perCategory({ type: 'boolean' }, 'What was found.'),
        category_scores: perCategory(number('From 0 to 1.'), 'How sure the model is.'),
        category_applied_input_types: perCategory(
          list(text('`text` or `image`.'), 'Kinds of input.'),
          'What kinds of input were judged.',
        ),
      }),
      'One for each text.',
    ),
  }),
};
