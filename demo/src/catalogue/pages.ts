export type PageSeed = { name: string; slug: string; bodyHtml: string }

/** The static pages of the demo; an operator replaces them with their own. */
export const pages: readonly PageSeed[] = [
  {
    name: 'About us',
    slug: 'about',
    bodyHtml: `<h2>The corner, on your phone</h2>
<p>A <em>nukkad</em> is the street corner where the shops are. This one is in Koramangala: tiffin rooms, grocers, chemists and salons within a few kilometres of each other, and riders who know the lanes.</p>
<p>You order from people you could walk to. The store prepares, a rider from the neighbourhood brings it, and you see him on the map all the way.</p>
<h3>What we hold to</h3>
<ul><li>The price you see is the price you pay; charges stand on the bill before you order.</li><li>Tips go to the rider, all of them.</li><li>A store that is closed says so.</li></ul>
<p>This is a demonstration: shops, people and orders are invented.</p>`,
  },
  {
    name: 'Terms of use',
    slug: 'terms',
    bodyHtml: `<p>By ordering you buy from the store named on your order. We carry the order to the store, the payment to both, and the parcel to you.</p>
<h2>Orders</h2>
<p>An order is placed when you see its number, and binding when the store accepts it. Until then you may cancel it yourself, without a reason and without cost.</p>
<h2>Prices and charges</h2>
<p>Item prices are set by the stores. Delivery, store charge and tax are shown before you confirm. Salon prices are for the variant you choose.</p>
<h2>Coupons and rewards</h2>
<p>A coupon counts once per order. Bonus credit can be spent here but not withdrawn. We may close accounts that collect rewards by fraud.</p>
<h2>Your account</h2>
<p>Keep your code and password to yourself. Tell us at once when your phone is lost.</p>`,
  },
  {
    name: 'Privacy',
    slug: 'privacy',
    bodyHtml: `<h2>What we know about you</h2>
<p>Your name, phone, e-mail and addresses; your orders; what you rate; and where you are, only while you let the app see it.</p>
<h3>Who sees it</h3>
<p>The store sees what it needs for the order. The rider sees name, phone and address from accepting until delivery. Nobody buys your data from us.</p>
<h3>How long</h3>
<p>Bills are kept as tax law asks. Positions of riders are kept for a day. You may ask for a copy of your data or for deletion at any time.</p>
<h3>On your phone</h3>
<p>The app stores your session, cart and settings in the browser. There are no advertising trackers.</p>`,
  },
  {
    name: 'Refunds and cancellation',
    slug: 'refunds',
    bodyHtml: `<p>Cancel before the store accepts: everything comes back, to your wallet at once or to your card in three to five working days.</p>
<p>After the store has started, cancelling is up to the store; call it from the order page.</p>
<h2>Something is wrong</h2>
<ul><li>Missing or wrong item: choose <strong>Help</strong> at the order within seven days, and we look into it.</li><li>Spilled or spoiled food: the full item, no questions.</li><li>Medicine: unopened strips within seven days.</li><li>Salon: a free correction within three days, or your money.</li></ul>`,
  },
  {
    name: 'Help',
    slug: 'help',
    bodyHtml: `<h2>Where is my order?</h2>
<p>Open <strong>My Billing</strong> and choose <strong>Track</strong>. From pick-up on you see the rider on the map.</p>
<h2>What is the PIN?</h2>
<p>Five digits on the tracking screen. Tell them to the rider when you have the parcel in hand, not before.</p>
<h2>Why can I not order from a store?</h2>
<p>It is closed, or your address lies outside its reach. Change the address or the store; your cart stays.</p>
<h2>How does the wallet work?</h2>
<p>Bonus, refunds and commission are collected there. Choose it at the checkout for all or a part of the bill.</p>
<h2>Still stuck?</h2>
<p>Write to help@nukkad.example or tap the WhatsApp button on the home page.</p>`,
  },
]
