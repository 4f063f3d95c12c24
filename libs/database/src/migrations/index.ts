import { CreateAccessAndCatalog1763164800000 } from './1763164800000-create-access-and-catalog.js';
import { AnnounceChanges1763164800001 } from './1763164800001-announce-changes.js';

export const MIGRATIONS = [CreateAccessAndCatalog1763164800000, AnnounceChanges1763164800001];
