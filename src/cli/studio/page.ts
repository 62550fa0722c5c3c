// The page, where this is a build.
import { PAGE, type PageFiles } from '../../studio/index.js';
import { UserError } from '../io.js';

export function builtPage(): PageFiles {
  if (PAGE === null)
    throw new UserError('the page of the studio was not built', 'In a checkout: npm run build');
  return PAGE;
}
