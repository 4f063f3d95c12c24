import { CreateAccessAndCatalog1763164800000 } from './1763164800000-create-access-and-catalog.js';
import { AnnounceChanges1763164800001 } from './1763164800001-announce-changes.js';
import { StoreResponses1763164800002 } from './1763164800002-store-responses.js';
import { AddChannelApiVersion1763164800003 } from './1763164800003-add-channel-api-version.js';

export const MIGRATIONS = [
  CreateAccessAndCatalog1763164800000,
  AnnounceChanges1763164800001,
  StoreResponses1763164800002,
  AddChannelApiVersion1763164800003,
];
