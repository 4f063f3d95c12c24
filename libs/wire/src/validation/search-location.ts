import { type WebSearch } from '#canonical';
import { definedMembers } from './json-values.js';
import { type RequestObject } from './request-object.js';

/** Where the user of a web search is: the formats that have such a member have it alike. */
export function decodeSearchLocation(tool: RequestObject): WebSearch['location'] {
  const place = tool.object('user_location');
  return (
    place &&
    definedMembers({
      city: place.string('city'),
      region: place.string('region'),
      country: place.string('country'),
      timezone: place.string('timezone'),
    })
  );
}
