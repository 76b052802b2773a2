import * as feeds from './bookings/feeds.ts'
import * as peopleImport from './bookings/people-import.ts'
import * as reception from './bookings/reception.ts'
import * as salonReport from './bookings/report.ts'
import * as salon from './bookings/salon.ts'
import * as visits from './bookings/visits.ts'
import * as waitList from './bookings/wait-list.ts'
import type { Call, CallShape, InputOf, OutputOf, WireInputOf } from './call.ts'
import * as menu from './catalogue/menu.ts'
import * as menuImport from './catalogue/menu-import.ts'
import * as search from './catalogue/search.ts'
import * as catalogue from './catalogue/store-admin.ts'
import * as storeImport from './catalogue/store-import.ts'
import * as storeMenu from './catalogue/store-menu.ts'
import * as storeProfile from './catalogue/store-profile.ts'
import * as stores from './catalogue/stores.ts'
import * as cashCollections from './delivery/cash-collections.ts'
import * as dispatch from './delivery/dispatch.ts'
import * as riders from './delivery/riders.ts'
import * as delivery from './delivery/trips.ts'
import * as accounts from './identity/accounts.ts'
import * as addresses from './identity/addresses.ts'
import * as dataRequests from './identity/data-requests.ts'
import * as employees from './identity/employees.ts'
import * as people from './identity/people.ts'
import * as staff from './identity/staff.ts'
import * as exports from './insight/exports.ts'
import * as needsYou from './insight/needs-you.ts'
import * as reports from './insight/reports.ts'
import * as tables from './insight/tables.ts'
import * as adjustments from './ledger/adjustments.ts'
import * as payouts from './ledger/payouts.ts'
import * as referrals from './ledger/referrals.ts'
import * as wallet from './ledger/wallet.ts'
import * as notifications from './messaging/notifications.ts'
import * as alarms from './operations/alarms.ts'
import * as backups from './operations/backup.ts'
import * as integrations from './operations/integrations.ts'
import * as notes from './operations/notes.ts'
import * as systemStatus from './operations/system-status.ts'
import * as cases from './ordering/cases.ts'
import * as checkout from './ordering/checkout.ts'
import * as couponAdmin from './ordering/coupon-admin.ts'
import * as coupons from './ordering/coupons.ts'
import * as invoices from './ordering/invoices.ts'
import * as orderAdmin from './ordering/order-admin.ts'
import * as orders from './ordering/orders.ts'
import * as reviewAdmin from './ordering/review-admin.ts'
import * as reviews from './ordering/reviews.ts'
import * as sharing from './ordering/sharing.ts'
import * as storeOrders from './ordering/store-orders.ts'
import * as payments from './payments/attempts.ts'
import * as gateways from './payments/gateways.ts'
import * as languages from './storefront/languages.ts'
import * as locations from './storefront/locations.ts'
import * as pictures from './storefront/pictures.ts'
import * as settings from './storefront/settings.ts'
import * as settingsAdmin from './storefront/settings-admin.ts'
import * as sliders from './storefront/sliders.ts'
import * as staticPages from './storefront/static-pages.ts'
import * as themes from './storefront/themes.ts'
import * as tiles from './storefront/tiles.ts'

/** All calls by their wire names. Each call must have a handler on the server. */
export const contract = {
  // settings
  'get-settings': settings.getSettings,
  'get-all-languages': settings.getAllLanguages,
  'get-single-language': settings.getSingleLanguage,
  'popular-geo-locations': settings.popularGeoLocations,
  'get-pages': settings.getPages,
  'get-single-page': settings.getSinglePage,
  'promo-slider': sliders.promoSlider,
  'all-sliders': sliders.allSliders,

  // Calls about settings
  'dashboard/settings': settingsAdmin.listAdminSettings,
  'dashboard/settings/save': settingsAdmin.saveAdminSettings,
  'dashboard/settings/push-keys': settingsAdmin.makePushKeys,
  'dashboard/clear-cache': settingsAdmin.clearCaches,

  // Calls about the system status
  'dashboard/server': systemStatus.serverFacts,

  // backups
  'dashboard/backups': backups.listBackups,
  'dashboard/backups/make': backups.makeBackup,
  'dashboard/backups/delete': backups.deleteBackup,

  // alarms
  'dashboard/alarms/close': alarms.closeAlarm,

  // notes
  'dashboard/notes': notes.listNotes,
  'dashboard/notes/add': notes.addNote,
  'dashboard/notes/set-done': notes.setNoteDone,
  'dashboard/notes/delete': notes.deleteNote,

  // data-requests
  'dashboard/data-requests/create': dataRequests.createDataRequest,
  'dashboard/data-requests/refuse': dataRequests.refuseDataRequest,

  // languages
  'dashboard/languages': languages.listAdminLanguages,
  'dashboard/languages/create': languages.createLanguage,
  'dashboard/languages/update': languages.updateLanguage,
  'dashboard/languages/make-default': languages.makeDefaultLanguage,
  'dashboard/languages/delete': languages.deleteLanguage,
  'dashboard/texts': languages.listAdminTexts,
  'dashboard/texts/save': languages.saveAdminTexts,
  'dashboard/texts/import': languages.importAdminTexts,

  // themes
  'dashboard/theme': themes.readTheme,
  'dashboard/theme/save-draft': themes.saveThemeDraft,
  'dashboard/theme/publish': themes.publishTheme,
  'dashboard/theme/roll-back': themes.rollBackTheme,
  'dashboard/theme/logo': themes.uploadLogo,

  // stores
  'get-delivery-restaurants': stores.getDeliveryRestaurants,
  'get-selfpickup-restaurants': stores.getSelfpickupRestaurants,
  'get-delivery-warehouses': stores.getDeliveryWarehouses,
  'get-medical-stores': stores.getMedicalStores,
  'get-filtered-restaurants': stores.getFilteredRestaurants,
  'get-all-restaurants-categories': stores.getAllRestaurantsCategories,
  'get-restaurant-category-slides': stores.getRestaurantCategorySlides,
  'get-restaurant-info': stores.getRestaurantInfo,
  'get-restaurant-info-with-favourite': stores.getRestaurantInfoWithFavourite,
  'get-restaurant-info-by-id': stores.getRestaurantInfoById,
  'get-restaurant-info-and-operational-status': stores.getRestaurantInfoAndOperationalStatus,
  'get-schedule-slots': stores.getScheduleSlots,
  'check-restaurant-operation-service': stores.checkRestaurantOperationService,
  'toggle-favorite': stores.toggleFavorite,
  'get-favorite-stores': stores.getFavoriteStores,

  // menu
  'get-restaurant-items': menu.getRestaurantItems,
  'get-warehouse-items': menu.getWarehouseItems,
  'get-single-item': menu.getSingleItem,
  'check-cart-items-availability': menu.checkCartItemsAvailability,

  // search
  'search-restaurants': search.searchRestaurants,
  'search-category': search.searchCategory,
  'get-trending-searches': search.getTrendingSearches,

  // accounts
  login: accounts.login,
  'login/second-factor': accounts.loginSecondFactor,
  register: accounts.register,
  'send-otp': accounts.sendOtp,
  'verify-otp': accounts.verifyOtp,
  'generate-otp-for-login': accounts.generateOtpForLogin,
  'login-with-otp': accounts.loginWithOtp,
  'send-join-code': accounts.sendJoinCode,
  join: accounts.join,
  'change-name': accounts.changeName,
  'send-contact-code': accounts.sendContactCode,
  'change-contact': accounts.changeContact,
  logout: accounts.logout,
  'check-ban': accounts.checkBan,
  'update-user-info': accounts.updateUserInfo,
  'get-referred-users': referrals.getReferredUsers,
  'change-avatar': accounts.changeAvatar,
  'update-tax-number': accounts.updateTaxNumber,
  'send-password-reset-mail': accounts.sendPasswordResetMail,
  'verify-password-reset-otp': accounts.verifyPasswordResetOtp,
  'change-user-password': accounts.changeUserPassword,
  'export-my-data': accounts.exportMyData,
  'delete-my-account': accounts.deleteMyAccount,

  // addresses
  'get-addresses': addresses.getAddresses,
  'save-address': addresses.saveAddress,
  'delete-address': addresses.deleteAddress,
  'set-default-address': addresses.setDefaultAddress,
  'coordinate-to-address': addresses.coordinateToAddress,

  // orders
  quote: checkout.quote,
  'place-order': checkout.placeOrder,
  'get-orders': orders.getOrders,
  'open-case': cases.openCase,
  'get-cases': cases.getCases,
  'get-order-help': cases.getOrderHelp,
  'cancel-order': orders.cancelOrder,
  'get-invoice': invoices.getInvoice,
  'delivery-photo': orders.deliveryPhoto,
  reorder: orders.reorder,
  'check-running-order': orders.checkRunningOrder,
  'share-order': sharing.shareOrder,
  'stop-sharing-order': sharing.stopSharingOrder,
  'get-shared-order': sharing.getSharedOrder,
  'get-ratable-order': reviews.getRatableOrder,
  'rate-order': reviews.rateOrder,
  'upload-review-photo': reviews.uploadReviewPhoto,
  'get-store-reviews': reviews.getStoreReviews,
  'get-payment-gateways': gateways.getPaymentGateways,
  'apply-coupon': coupons.applyCoupon,
  'get-store-coupons': coupons.getStoreCoupons,
  'get-wallet-transactions': wallet.getWalletTransactions,
  'get-wallet-statement': wallet.getWalletStatement,

  // payments
  'store-owner/get-payment-gateways': storeProfile.getStoreGateways,
  'store-owner/save-payment-gateways': storeProfile.saveStoreGateways,
  'payment/start': payments.startPayment,
  'payment/check': payments.checkPayment,
  'wallet-top-up': payments.topUpWallet,
  'get-top-up-gateways': gateways.getTopUpGateways,
  'payment/razorpay/create-order': payments.razorpayCreateOrder,
  'payment/razorpay/process': payments.razorpayProcess,
  'accept-stripe-payment': payments.acceptStripePayment,
  'payment/process-paymongo': payments.processPaymongo,
  'payment/verify-khalti-payment': payments.verifyKhaltiPayment,
  'dashboard/payment-disputes': payments.listPaymentDisputes,
  'dashboard/payment-issues': payments.listPaymentIssues,
  'dashboard/payment-issues/handle': payments.handlePaymentIssue,

  // delivery
  'delivery/login': delivery.deliveryLogin,
  'delivery/login/send-code': delivery.deliverySendCode,
  'delivery/login/with-code': delivery.deliveryLoginWithCode,
  'delivery/login/second-factor': delivery.deliverySecondFactor,
  'delivery/logout': delivery.deliveryLogout,
  'delivery/update-user-info': delivery.deliveryUpdateUserInfo,
  'delivery/toggle-delivery-guy-status': delivery.toggleDeliveryGuyStatus,
  'delivery/get-delivery-orders': delivery.getDeliveryOrders,
  'delivery/get-single-delivery-order': delivery.getSingleDeliveryOrder,
  'delivery/accept-to-deliver': delivery.acceptToDeliver,
  'delivery/pickedup-order': delivery.pickedupOrder,
  'delivery/deliver-order': delivery.deliverOrder,
  'delivery/leave-at-door': delivery.leaveAtDoor,
  'delivery/report-trouble': delivery.reportTrouble,
  'delivery/set-delivery-guy-gps-location': delivery.setDeliveryGuyGpsLocation,
  'delivery/get-delivery-guy-gps-location': delivery.getDeliveryGuyGpsLocation,
  'delivery/get-completed-orders': delivery.getCompletedOrders,

  // store-owner
  'store-owner/login': storeOrders.storeOwnerLogin,
  'store-owner/login/second-factor': storeOrders.storeOwnerSecondFactor,
  'store-owner/logout': storeOrders.storeOwnerLogout,
  'store-owner/get-orders': storeOrders.storeOwnerGetOrders,
  'store-owner/get-single-order': storeOrders.storeOwnerGetSingleOrder,
  'store-owner/get-past-orders': storeOrders.storeOwnerGetPastOrders,
  'store-owner/search-orders': storeOrders.storeOwnerSearchOrders,
  'store-owner/get-cancel-reasons-for-restaurant': storeOrders.getCancelReasonsForRestaurant,
  'store-owner/confirm-scheduled-order': storeOrders.confirmScheduledOrder,
  'store-owner/accept-order': storeOrders.storeOwnerAcceptOrder,
  'store-owner/cancel-order': storeOrders.storeOwnerCancelOrder,
  'store-owner/mark-selfpickup-order-ready': storeOrders.markSelfpickupOrderReady,
  'store-owner/mark-selfpickup-order-completed': storeOrders.markSelfpickupOrderCompleted,

  // staff
  'dashboard/login': staff.dashboardLogin,
  'dashboard/login/second-factor': staff.dashboardSecondFactor,
  'dashboard/prove': staff.proveAgain,
  'dashboard/setup-state': staff.dashboardSetupState,
  'dashboard/setup': staff.dashboardSetup,
  'dashboard/change-password': staff.changeOwnPassword,
  'dashboard/second-factor/start': staff.startSecondFactor,
  'dashboard/second-factor/confirm': staff.confirmSecondFactor,
  'dashboard/second-factor/stop': staff.stopSecondFactor,
  'dashboard/logout': staff.dashboardLogout,
  'dashboard/me': staff.dashboardMe,
  'dashboard/owners/act': staff.actAsOwner,
  'dashboard/owners/stop-acting': staff.stopActingAsOwner,
  'login-as-customer': staff.loginAsCustomer,
  'register-guest-user': staff.registerGuestUser,
  'find-customers': staff.findCustomers,

  // tables
  'dashboard/table': tables.readTable,

  // Calls of staff about orders
  'dashboard/orders/board': orderAdmin.orderBoard,
  'dashboard/orders/places': orderAdmin.orderPlaces,
  'dashboard/orders/show': orderAdmin.showOrder,
  'dashboard/orders/photo': orderAdmin.showDoorPhoto,
  'dashboard/orders/offer-again': orderAdmin.offerAgain,
  'dashboard/orders/riders': dispatch.ridersForOrder,
  'dashboard/orders/assign-rider': dispatch.assignRider,
  'dashboard/orders/cancel': orderAdmin.cancelOpenOrder,
  'dashboard/orders/approve-payment': orderAdmin.approvePayment,
  'dashboard/orders/close-delivery': dispatch.closeDelivery,
  'dashboard/cases': cases.casesOfOrder,
  'dashboard/cases/refund': cases.refundCase,
  'dashboard/cases/credit': cases.creditCase,
  'dashboard/cases/refuse': cases.refuseCase,
  'dashboard/riders-map': dispatch.ridersMap,

  // integrations
  'dashboard/webhooks': integrations.listWebhooks,
  'dashboard/webhooks/save': integrations.saveWebhook,
  'dashboard/webhooks/rotate': integrations.rotateWebhookSecret,
  'dashboard/webhooks/delete': integrations.deleteWebhook,
  'dashboard/webhooks/test': integrations.testWebhook,
  'dashboard/webhooks/replay': integrations.replayWebhook,
  'dashboard/api-keys': integrations.listApiKeys,
  'dashboard/api-keys/create': integrations.createApiKey,
  'dashboard/api-keys/revoke': integrations.revokeApiKey,

  // reports
  'dashboard/home': reports.dashboardHome,
  'dashboard/needs-you': needsYou.needsYou,
  'dashboard/reports/sales': reports.salesReport,
  'dashboard/reports/service': reports.serviceReport,
  'dashboard/reports/customers': reports.customersReport,

  // exports
  'dashboard/export': exports.exportTable,
  'dashboard/exports': exports.listExports,
  'dashboard/exports/show': exports.showExport,
  'dashboard/exports/fetch': exports.fetchExport,
  'dashboard/export-plans/save': exports.saveExportPlan,
  'dashboard/export-plans/delete': exports.deleteExportPlan,
  'dashboard/export-plans/run': exports.runExportPlan,

  // people
  'dashboard/people/show': people.showPerson,
  'dashboard/people/create': people.createPerson,
  'dashboard/people/update': people.updatePerson,
  'dashboard/people/set-password': people.setPersonPassword,
  'dashboard/people/enrolment-code': people.issueEnrolmentCode,
  'dashboard/people/ban': people.banPerson,
  'dashboard/people/end-sessions': people.endPersonSessions,
  'dashboard/people/delete-address': people.deletePersonAddress,
  'dashboard/people/export': people.exportPerson,
  'dashboard/people/delete': people.deletePerson,
  'dashboard/staff/set-permissions': people.setPermissions,
  'dashboard/riders/update': riders.updateRider,
  'dashboard/riders/set-stores': people.setRiderStores,
  'dashboard/owners/set-stores': people.setOwnerStores,
  'dashboard/liabilities': wallet.showLiabilities,
  'dashboard/ledger-check/now': wallet.checkLedgerNow,

  // adjustments
  'dashboard/wallet-adjustments': adjustments.listWalletAdjustments,
  'dashboard/wallet-adjustments/propose': adjustments.proposeWalletAdjustment,
  'dashboard/wallet-adjustments/approve': adjustments.approveWalletAdjustment,
  'dashboard/wallet-adjustments/refuse': adjustments.refuseWalletAdjustment,
  'dashboard/refunds': adjustments.listRefunds,
  'dashboard/refunds/propose': adjustments.proposeRefund,
  'dashboard/refunds/approve': adjustments.approveRefund,
  'dashboard/refunds/refuse': adjustments.refuseRefund,
  'dashboard/payment-approvals/approve': adjustments.approvePaymentRequest,
  'dashboard/payment-approvals/confirm': adjustments.confirmPayment,
  'dashboard/payment-approvals/refuse': adjustments.refusePaymentRequest,
  'dashboard/commission-approvals/approve': adjustments.approveCommission,
  'dashboard/commission-approvals/refuse': adjustments.refuseCommission,
  'dashboard/store-settlements/record': adjustments.recordStoreSettlement,
  'dashboard/store-settlements/approve': adjustments.approveStoreSettlement,
  'dashboard/store-settlements/refuse': adjustments.refuseStoreSettlement,

  // store-payouts
  'store-owner/get-earnings': payouts.storeOwnerGetEarnings,
  'store-owner/send-payout-request': payouts.storeOwnerSendPayoutRequest,
  'dashboard/store-payouts': payouts.listStorePayouts,
  'dashboard/store-payouts/pay': payouts.payStorePayout,
  'dashboard/store-payouts/reject': payouts.rejectStorePayout,
  'dashboard/ledger-check': adjustments.getLedgerCheck,

  // cash-collections
  'dashboard/delivery-collections': cashCollections.listCashHeld,
  'dashboard/delivery-collections/collect': cashCollections.collectCash,
  'dashboard/delivery-collections/approve': cashCollections.approveCashCollection,
  'dashboard/delivery-collections/refuse': cashCollections.refuseCashCollection,
  'dashboard/delivery-collection-logs': cashCollections.listCashCollections,

  // store-menu
  'store-owner/get-menu': storeMenu.storeOwnerGetMenu,
  'store-owner/get-menu-with-details': storeMenu.storeOwnerGetMenuWithDetails,
  'store-owner/search-items': storeMenu.storeOwnerSearchItems,
  'store-owner/get-inactive-items': storeMenu.storeOwnerGetInactiveItems,
  'store-owner/edit-item': storeMenu.storeOwnerEditItem,
  'store-owner/create-item': storeMenu.storeOwnerCreateItem,
  'store-owner/update-item': storeMenu.storeOwnerUpdateItem,
  'store-owner/update-item-image': storeMenu.storeOwnerUpdateItemImage,
  'store-owner/item/delete': storeMenu.storeOwnerDeleteItem,
  'store-owner/toggle-item-status': storeMenu.storeOwnerToggleItemStatus,
  'store-owner/toggle-category-status': storeMenu.storeOwnerToggleCategoryStatus,
  'store-owner/get-items-categories': storeMenu.getItemsCategories,
  'store-owner/create-items-categories': storeMenu.createItemsCategories,
  'store-owner/update-items-categories': storeMenu.updateItemsCategories,
  'store-owner/delete-items-categories': storeMenu.deleteItemsCategories,
  'store-owner/order-items-categories': storeMenu.orderItemsCategories,
  'store-owner/order-items': storeMenu.orderItems,
  'store-owner/change-items': storeMenu.changeItems,
  'store-owner/get-addon-categories': storeMenu.getAddonCategories,
  'store-owner/get-addons': storeMenu.getAddons,
  'store-owner/save-addon-category': storeMenu.saveAddonCategory,
  'store-owner/update-addon-category': storeMenu.updateAddonCategory,
  'store-owner/get-addon-category-information-to-edit': storeMenu.getAddonCategoryInformationToEdit,
  'store-owner/delete-addon-category': storeMenu.deleteAddonCategory,
  'store-owner/delete-addon': storeMenu.deleteAddon,
  'store-owner/update-addon-image': storeMenu.updateAddonImage,

  // Calls of a store about its profile
  'store-owner/dashboard': storeProfile.storeOwnerDashboard,
  'store-owner/employees': employees.listEmployees,
  'store-owner/employees/invite': employees.inviteEmployee,
  'store-owner/employees/withdraw-invitation': employees.withdrawInvitation,
  'store-owner/employees/set-role': employees.setEmployeeRole,
  'store-owner/employees/remove': employees.removeEmployee,
  'dashboard/invitations/show': employees.showInvitation,
  'dashboard/invitations/accept': employees.acceptInvitation,
  'store-owner/toggle-store-status': storeProfile.toggleStoreStatus,
  'store-owner/pause-store': storeProfile.pauseStore,
  'store-owner/get-ratings': reviews.storeOwnerGetRatings,
  'store-owner/get-store-page': storeProfile.storeOwnerGetStorePage,
  'store-owner/get-all-language': storeProfile.storeOwnerGetAllLanguage,
  'store-owner/get-single-language': storeProfile.storeOwnerGetSingleLanguage,
  'store-owner/get-hours': storeProfile.storeOwnerGetHours,
  'store-owner/save-hours': storeProfile.storeOwnerSaveHours,
  'store-owner/get-store': storeProfile.storeOwnerGetStore,
  'store-owner/update-store': storeProfile.storeOwnerUpdateStore,
  'store-owner/update-store-image': storeProfile.storeOwnerUpdateStoreImage,

  // Calls of staff about stores
  'dashboard/stores/read': catalogue.readAdminStore,
  'dashboard/stores/find-address': catalogue.findAddress,
  'dashboard/stores/create': catalogue.createStore,
  'dashboard/stores/update': catalogue.updateAdminStore,
  'dashboard/stores/approve': catalogue.approveStore,
  'dashboard/stores/duplicate': catalogue.duplicateStore,
  'dashboard/stores/order': catalogue.orderStores,
  'dashboard/stores/ordered': catalogue.listOrderedStores,
  'dashboard/stores/set-owners': catalogue.setStoreOwners,
  'dashboard/stores/set-riders': catalogue.setStoreRiders,
  'dashboard/store-categories/create': catalogue.createStoreCategory,
  'dashboard/store-categories/update': catalogue.updateStoreCategory,
  'store-owner/get-payout-details': catalogue.getPayoutDetails,
  'store-owner/save-payout-details': catalogue.savePayoutDetails,

  // store-import
  'dashboard/store-import/preview': storeImport.previewStoreImport,
  'dashboard/store-import/apply': storeImport.applyStoreImport,
  'dashboard/store-import/undo': storeImport.undoStoreImport,

  // menu-import
  'dashboard/menu-import/preview': menuImport.previewMenuImport,
  'dashboard/menu-import/apply': menuImport.applyMenuImport,
  'dashboard/menu-import/undo': menuImport.undoMenuImport,

  // notifications
  'get-user-notifications': notifications.getUserNotifications,
  'mark-all-notifications-read': notifications.markAllNotificationsRead,
  'mark-one-notification-read': notifications.markOneNotificationRead,
  'get-notification-choices': notifications.getNotificationChoices,
  'set-notification-choice': notifications.setNotificationChoice,
  'save-notification-token': notifications.saveNotificationToken,
  'save-notification-token-no-user': notifications.saveGuestToken,
  'delivery/save-notification-token': notifications.deliverySaveNotificationToken,
  'store-owner/save-notification-token': notifications.storeOwnerSaveNotificationToken,
  'dashboard/send-push-notification': notifications.sendPushNotification,
  'dashboard/broadcasts/count': notifications.countRecipients,
  'dashboard/broadcasts/find-customers': notifications.findRecipients,
  'dashboard/broadcasts/cancel': notifications.cancelBroadcast,

  // Calls of staff about coupons
  'dashboard/coupons/show': couponAdmin.showCoupon,
  'dashboard/coupons/save': couponAdmin.saveCoupon,
  'dashboard/coupons/set-active': couponAdmin.setCouponsActive,
  'dashboard/coupons/delete': couponAdmin.deleteCoupon,
  'dashboard/referrals/cost': referrals.referralCost,

  // Calls about sliders, tiles, pages, locations and pictures
  'dashboard/pictures/upload': pictures.uploadPicture,
  'dashboard/find-stores': search.findStores,
  'dashboard/find-items': search.findItems,
  'dashboard/sliders/show': sliders.showSlider,
  'dashboard/sliders/save': sliders.saveSlider,
  'dashboard/sliders/delete': sliders.deleteSlider,
  'dashboard/slides/save': sliders.saveSlide,
  'dashboard/slides/delete': sliders.deleteSlide,
  'dashboard/slides/order': sliders.orderSlides,
  'dashboard/category-tiles': tiles.listTiles,
  'dashboard/category-tiles/save': tiles.saveTile,
  'dashboard/category-tiles/delete': tiles.deleteTile,
  'dashboard/category-tiles/order': tiles.orderTiles,
  'dashboard/pages/save': staticPages.savePage,
  'dashboard/pages/preview': staticPages.previewPage,
  'dashboard/pages/delete': staticPages.deletePage,
  'dashboard/popular-locations': locations.listLocations,
  'dashboard/popular-locations/save': locations.saveLocation,
  'dashboard/popular-locations/set-primary': locations.setPrimaryLocation,
  'dashboard/popular-locations/delete': locations.deleteLocation,

  // Calls of staff about reviews
  'dashboard/reviews/set-shown': reviewAdmin.setReviewsShown,
  'dashboard/reviews/reply': reviewAdmin.replyToReview,
  'dashboard/reviews/read': reviewAdmin.readReview,
  'dashboard/reviews/set-photo-shown': reviewAdmin.setReviewPhotoShown,

  // Calls about visits to salons
  'salon-services': visits.salonServices,
  'free-times': visits.freeTimes,
  'hold-visit': visits.holdVisit,
  'release-hold': visits.releaseHold,
  'my-visits': visits.myVisits,
  visit: visits.oneVisit,
  'move-visit': visits.moveVisit,
  'cancel-visit': visits.cancelVisit,
  'calendar-feed': feeds.calendarFeed,
  'make-calendar-feed': feeds.makeCalendarFeed,
  'revoke-calendar-feed': feeds.revokeCalendarFeed,
  'dashboard/bookings/feeds': feeds.stylistFeeds,
  'dashboard/bookings/feeds/make': feeds.makeStylistFeed,
  'dashboard/bookings/feeds/revoke': feeds.revokeStylistFeed,
  'join-wait-list': waitList.joinWaitList,
  'leave-wait-list': waitList.leaveWaitList,
  'my-wait-list': waitList.myWaitList,
  'dashboard/bookings/day': reception.receptionDay,
  'dashboard/bookings/move': reception.receptionMove,
  'dashboard/bookings/quote': reception.receptionQuote,
  'dashboard/bookings/walk-in': reception.receptionWalkIn,
  'dashboard/bookings/arrive': reception.receptionArrive,
  'dashboard/bookings/earnings': reception.receptionEarnings,
  'dashboard/bookings/finish': reception.receptionFinish,
  'dashboard/bookings/customer': reception.receptionCustomer,
  'dashboard/bookings/takings': reception.receptionTakings,
  'dashboard/bookings/takings/save': reception.receptionSaveTakings,
  'dashboard/bookings/till': reception.receptionTill,
  'dashboard/bookings/no-show': reception.receptionNoShow,
  'dashboard/bookings/cancel': reception.receptionCancel,
  'dashboard/bookings/waive-share': reception.receptionWaiveShare,
  'dashboard/bookings/wait-list': waitList.receptionWaitList,
  'dashboard/bookings/wait-list/remove': waitList.removeFromWaitList,
  'dashboard/bookings/salon': salon.salonSetup,
  'dashboard/bookings/stylists/save': salon.saveStylist,
  'dashboard/bookings/stylists/picture': salon.saveStylistPicture,
  'dashboard/bookings/stylists/delete': salon.deleteStylist,
  'dashboard/bookings/absences/save': salon.saveAbsence,
  'dashboard/bookings/absences/delete': salon.deleteAbsence,
  'dashboard/bookings/resources/save': salon.saveResource,
  'dashboard/bookings/resources/delete': salon.deleteResource,
  'dashboard/bookings/services/save': salon.saveService,
  'dashboard/bookings/services/delete': salon.deleteService,
  'dashboard/bookings/terms/save': salon.saveTerms,
  'dashboard/bookings/people-import/preview': peopleImport.previewPeopleImport,
  'dashboard/bookings/people-import/apply': peopleImport.applyPeopleImport,
  'dashboard/bookings/report': salonReport.salonReport,
} as const satisfies Record<string, Call<string, CallShape>>

/** All calls by name. */
export type Contract = typeof contract
/** The name of any call, such as `save-address` or `dashboard/table`. */
export type CallName = keyof Contract
/** The input of a call as its handler reads it. */
export type Input<Name extends CallName> = InputOf<Contract[Name]>
/** The input of a call as a client sends it, before the schema has converted it. */
export type WireInput<Name extends CallName> = WireInputOf<Contract[Name]>
/** The answer of a call as a client receives it. */
export type Output<Name extends CallName> = OutputOf<Contract[Name]>
