import { SecretBox } from '#secrets';

/** The same in every test, so that checks of the rows can decrypt their content. */
export const TEST_SECRET_BOX = new SecretBox(Buffer.alloc(32, 1));
