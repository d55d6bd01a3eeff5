/** Names what a feature offers to those that need it. Its front door exports it. */
export interface FeatureOffer<T> {
  readonly name: string;
  /** Never called: it makes the type of what is offered a part of this one. */
  readonly holds?: (offered: T) => T;
}

export const defineOffer = <T>(name: string): FeatureOffer<T> => Object.freeze({ name });

/** How features give each other what they have open. */
export interface FeatureOffers {
  /** Gives other features what this one offers. */
  offer<T>(offer: FeatureOffer<T>, offered: T): void;
  /** Gets what a feature offers that comes earlier in the list of features, and that this one needs. */
  offered<T>(offer: FeatureOffer<T>): T;
}

export function createOffers(): FeatureOffers {
  const offers = new Map<object, unknown>();
  return {
    offer: (offer, offered) => void offers.set(offer, offered),
    offered<T>(offer: FeatureOffer<T>): T {
      if (!offers.has(offer)) throw new Error(`No feature before this one offers ${offer.name}`);
      // `offer` has set it, with the same type.
      return offers.get(offer) as T;
    },
  };
}
