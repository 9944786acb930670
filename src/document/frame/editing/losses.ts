import type { FromFrame } from '../../host/protocol.ts';
import { type FrameRegion, markupIn } from '../dom-regions.ts';

/** Reports once for each region the content that its first change removes. */
export class Losses {
  readonly #post: (message: FromFrame) => void;
  readonly #checked = new Set<string>();

  constructor(post: (message: FromFrame) => void) {
    this.#post = post;
  }

  /** The caret came into a region. */
  report(region?: FrameRegion, element = region?.elements[0]): void {
    if (!element || region?.kind !== 'text' || this.#checked.has(region.id)) return;
    this.#checked.add(region.id);
    const what = markupIn(element);
    if (what.length > 0) this.#post({ type: 'loses', id: region.id, what });
  }
}
