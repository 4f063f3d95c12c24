import { SecretBox } from '#secrets';

/** The same in every test, so that whoever checks the rows can open what is sealed in them. */
export const TEST_SECRET_BOX = new SecretBox(Buffer.alloc(32, 1));
