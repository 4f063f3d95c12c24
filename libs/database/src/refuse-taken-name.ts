import { GatewayError } from '#canonical';
import { QueryFailedError } from 'typeorm';

const UNIQUE_VIOLATION = '23505';

/** Waits for a row to be written; where another has its name, the error says so. */
export async function refuseTakenName(noun: string, writing: Promise<unknown>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    const isTaken =
      error instanceof QueryFailedError &&
      (error.driverError as { code?: unknown }).code === UNIQUE_VIOLATION;
    if (!isTaken) throw error;
    throw new GatewayError('wrong-state', `There is a ${noun} with this name already.`, {
      param: 'name',
      code: 'name_taken',
    });
  }
}
